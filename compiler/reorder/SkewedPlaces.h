// Where tiles may be cut across iterations of a nest's outermost loop.
//
//     for (t..) {
//       for (i..) b[i] = f(a[i - 1], a[i], a[i + 1]);      S0 at 2 t + i
//       for (i..) a[i] = g(b[i - 1], b[i], b[i + 1]);      S1 at 2 t + i + 1
//     }
//
// Each execution gets a place on an axis of its own: the counter of its loop, `skew` times that of
// the outermost loop, and a shift by statement. No dependence leads to a smaller place. So if
// executions run by blocks of places, in the order of the source within a block, each one still
// runs after what it depends on. A statement in fewer loops may have no counter in its place: that
// of its loop may be one of columns. The least skew is taken, and the least shifts for it: longest
// paths in the graph of statements, whose edges are how far a dependence leads back at most.
//
// Source: M. Wolfe, "Loop skewing: the wavefront method revisited" (1986); U. Bondhugula and
// others, "A practical automatic polyhedral parallelizer and locality optimizer" (2008).
#pragma once

#include "reorder/Polyhedra.h"

namespace kasuri {

struct SkewedPlaces {
  int64_t skew = 0;
  isl::union_pw_aff place; ///< of each execution
};

/// Along the loops at this level, 1 for those right in the outermost one, of all statements or else
/// of those in the most loops; none if no small skew suffices.
std::optional<SkewedPlaces> findSkewedPlaces(const AffineNest &nest, const Polyhedra &polyhedra,
                                             size_t level);

} // namespace kasuri
