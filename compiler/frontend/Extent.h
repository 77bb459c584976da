// How large a function's body is, and how deep: measured before anything walks it.
//
// Lowering and the analyses walk trees by recursion, compare a function's statements in pairs, and
// ask Clang whether an expression is constant, which looks at all of it. For what people write
// that is little. For what generators write it is bounded here: source that nests deeper than
// `maxNested` is refused as Clang refuses too many brackets, expressions with more than
// `maxFolded` levels are not folded (their operands may be), and a function with more parts than
// the caller allows, with more than `maxNestedLoops` loops in each other or more than `maxGotos`
// gotos, is one Opaque region, which stays as it is. This walk itself needs no stack.
#pragma once

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace kasuri {

constexpr unsigned maxNested = 100'000; ///< a level takes less than 4 KB of the stack
constexpr unsigned maxFolded = 256;
constexpr unsigned maxNestedLoops = 48;
constexpr unsigned maxGotos = 500;

struct Extent {
  size_t parts = 0;    ///< statements and expressions
  unsigned nested = 0; ///< the longest way from the root to a leaf
  unsigned loops = 0;  ///< the most loops around one statement
  unsigned gotos = 0;
  llvm::DenseSet<const clang::Stmt *> tall; ///< with more than maxFolded levels
};

/// Of a statement or an expression; null has none.
Extent extentOf(const clang::Stmt *root);

} // namespace kasuri
