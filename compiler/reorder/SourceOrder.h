// The order of a nest's source as a schedule tree.
#pragma once

#include "reorder/Polyhedra.h"

namespace kasuri {

/// A band with a mark for each loop, named NAME_point; `names`: of the nest's loops. `tile`: the
/// sizes of the tiles that will be around it, for its outer loops.
isl::schedule sourceOrder(const AffineNest &nest, const Polyhedra &polyhedra,
                          const std::vector<std::string> &names, const std::vector<int64_t> &tile);

/// "{ S0[c0, c1] -> [c0 + 2]; ... }" as isl reads it. `place`: the text of one dimension, of a
/// statement with these counters.
std::string
placesText(const AffineNest &nest,
           const std::function<std::string(size_t, const std::vector<std::string> &)> &place);

/// Whether executions of one innermost loop, and of the same iterations around it, depend on each
/// other; by statement.
std::vector<bool> innermostChains(const AffineNest &nest, const Polyhedra &polyhedra);

/// By statement: accesses that read what nothing in the innermost loop writes, while the loops
/// around it stay in one iteration.
std::vector<std::set<size_t>> steadyReads(const AffineNest &nest, const Polyhedra &polyhedra);

} // namespace kasuri
