// The order of a nest's source as a schedule tree.
#pragma once

#include "reorder/Polyhedra.h"

namespace kasuri {

/// By statement: executions in its innermost loop, and in the same iterations of the loops around
/// that, depend on each other.
std::vector<bool> innermostChains(const AffineNest &nest, const Polyhedra &polyhedra);

/// A band with a mark for each loop, named NAME_point; `names`: of the nest's loops. `tile`: the
/// sizes of the tiles that will be around it, for its outer loops. `chains`: innermostChains().
isl::schedule sourceOrder(const AffineNest &nest, const Polyhedra &polyhedra,
                          const std::vector<std::string> &names, const std::vector<int64_t> &tile,
                          const std::vector<bool> &chains);

/// By statement: accesses that read what nothing in the innermost loop writes, while the loops
/// around it stay in one iteration.
std::vector<std::set<size_t>> steadyReads(const AffineNest &nest, const Polyhedra &polyhedra);

} // namespace kasuri
