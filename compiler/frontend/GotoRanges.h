// Which statements of a block gotos may run out of order.
#pragma once

#include "support/ClangHeaders.h"

#include <map>
#include <set>
#include <vector>

namespace kasuri {

/// Indices of a block's statements, from the first to the last that a goto connects.
struct GotoRange {
  size_t first = 0, last = 0;
};

/// By block: its ranges in order, disjoint. A goto leads to a place in its range of the innermost
/// block that holds it and its label, or to right behind the range; bodies of switches are no such
/// blocks.
using GotoRanges = std::map<const clang::CompoundStmt *, std::vector<GotoRange>>;

/// Without those that are continues.
GotoRanges findGotoRanges(const clang::Stmt *body);

/// Gotos to the end of the innermost loop's body: they do what `continue` does.
std::set<const clang::GotoStmt *> findContinues(const clang::Stmt *body);

} // namespace kasuri
