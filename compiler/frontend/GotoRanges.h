// What gotos do to the order of a block's statements.
#pragma once

#include "support/ClangHeaders.h"

#include <map>
#include <set>
#include <vector>

namespace kasuri {

/// Some statements of a block, by index, that gotos connect.
struct GotoRange {
  enum class Kind : uint8_t {
    Left,      ///< in order; gotos among them lead to right behind the last
    Repeated,  ///< in order, and again from the first when a goto says so
    Irregular, ///< in any order
  };
  Kind kind = Kind::Irregular;
  size_t first = 0, last = 0;
  const clang::LabelDecl *label = nullptr; ///< that its gotos lead to; null for irregular ones

  bool contains(size_t index) const { return first <= index && index <= last; }
  bool operator==(const GotoRange &) const = default;
};

struct GotoRanges {
  /// By block, each before those within it; of two, one contains the other or they are apart.
  /// Bodies of switches are no such blocks.
  std::map<const clang::CompoundStmt *, std::vector<GotoRange>> of;
  /// Gotos that do what `continue` does: to the end of the innermost loop's body, or to the start
  /// of the range of which they are part.
  std::set<const clang::GotoStmt *> continues;
  std::set<const clang::GotoStmt *> leaving; ///< to the end of the label's Left range
};

GotoRanges findGotoRanges(const clang::Stmt *body);

} // namespace kasuri
