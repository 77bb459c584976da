// Which arms of a switch or an `if` can be entered.
#pragma once

#include "support/ClangHeaders.h"

namespace kasuri {

/// Something in it can be reached from elsewhere, or is seen there.
bool isOpenToOthers(const clang::Stmt *statement);

/// Whatever the condition's value, one of the `case` labels has it.
bool hasAllCases(const clang::SwitchStmt &selection, const clang::ASTContext &context);

/// The statements of the `default` arm, if no value leads to it and nothing else does; else empty.
std::vector<const clang::Stmt *> deadDefaultOf(const clang::SwitchStmt &selection,
                                               const clang::ASTContext &context);

} // namespace kasuri
