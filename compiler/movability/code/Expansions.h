// What a macro in a function's text stands for, as text in which some names are others; internal to
// movability.
#pragma once

#include "support/ClangHeaders.h"

#include <map>
#include <optional>
#include <string>

namespace kasuri {

/// A statement or an expression that is all that one macro in the file stands for.
struct Expansion {
  const clang::Stmt *whole = nullptr;
  clang::SourceRange written; ///< the macro with its arguments, in the file
};

/// The innermost one that has the expression in it.
std::optional<Expansion> expansionAround(const clang::Expr *part, clang::ASTContext &context);

/// Without a semicolon at its end; `replaced`: other text for expressions in it. Nothing for forms
/// that may not mean the same as text.
std::optional<std::string>
textOfExpansion(const clang::Stmt *whole,
                const std::map<const clang::Stmt *, std::string> &replaced,
                clang::ASTContext &context);

} // namespace kasuri
