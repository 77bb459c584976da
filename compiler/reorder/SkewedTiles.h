// Tiles of a nest's outermost loop and of the loops in it, for caches and for cores.
//
//     for (t..) {                                     for (t_tile.. step 8) for (i_tile.. step 16)
//       for (i..) for (j..) b[i][j] = f(a, i, j);       for (t_point in the tile) {
//       for (i..) for (j..) a[i][j] = g(b, i, j);         for (i_point in it) for (j..) b..
//     }                                                   for (i_point in it) for (j..) a..
//                                                       }
//
// Each iteration of `t` goes through all of the arrays. Where they do not fit into a cache, the
// loop waits for memory. A tile does a few iterations of `t` on a few rows, at places that are
// skewed (SkewedPlaces.h), in the order of the source. Tiles of one `t_tile` run one after the
// other; those of the next may run when the same tile of the one before is done: a wavefront.
//
// Where tiles of whole rows do not fit either, the loops in those are tiled as well.
#pragma once

#include "reorder/NestOrder.h"

namespace kasuri {

/// `names`: of the nest's loops. Nothing if that is not clearly faster. Throws isl::exception.
std::optional<NestOrder> chooseSkewedTiles(const AffineNest &nest, const Polyhedra &polyhedra,
                                           const std::vector<std::string> &names,
                                           const InnermostLoops &allowed,
                                           const ReorderOptions &options);

} // namespace kasuri
