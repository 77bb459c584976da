// Nests one after the other that the source has in one parallel loop, put into tiles of it
// together:
//
//     for (j..) {                       for (j_tile..) {
//       for (i..)                         for (i..) for (j in the tile)
//         s[j] += a[i][j] * q[i];           s[j] += a[i][j] * q[i];
//       for (i..)                         for (i..) for (j in the tile)
//         a[i][j] -= q[i] * s[j];           a[i][j] -= q[i] * s[j];
//     }                                 }
//
// isl's scheduler keeps the two nests apart, so that each goes through all of the array. In a tile
// of the common loop, the second one finds the array in the cache of the core that runs the tile.
#pragma once

#include "reorder/BandLoops.h"

#include <optional>

namespace kasuri {

/// `node`: a sequence. The common loop as a band around it, at the same place; nothing if there is
/// none, or no two nests access an array by rows and columns. The caller has to check that no
/// dependence leads from one iteration of the loop to another.
std::optional<isl::schedule_node> withCommonLoop(const AffineNest &nest,
                                                 const std::vector<std::string> &names,
                                                 const isl::schedule_node &node);

} // namespace kasuri
