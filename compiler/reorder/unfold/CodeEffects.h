// What a piece of code does besides computing a value: whether it may run in front of the statement
// that it is in.
#pragma once

#include "support/ClangHeaders.h"

namespace kasuri {

struct CodeEffects {
  bool isUnknown = false;    ///< it calls what has no body here, or accesses something volatile
  bool assigns = false;      ///< variables of its function, by name
  bool writesMemory = false; ///< all else
  bool writesOthers = false; ///< other things than floating-point numbers
  bool readsReals = false;   ///< floating-point numbers in memory or variables

  bool isNone() const { return !isUnknown && !assigns && !writesMemory; }
};

/// Functions that it calls included; what these assign to their own variables is no effect.
CodeEffects effectsOf(const clang::Stmt *code, clang::ASTContext &context);

/// Each of the calls runs once whenever the statement does, and may as well run in front of it, one
/// after the other: what the statement does besides is not changed by them, and does not change
/// what they compute.
bool mayRunInFront(const clang::Stmt *statement, const std::vector<const clang::CallExpr *> &calls,
                   clang::ASTContext &context);

} // namespace kasuri
