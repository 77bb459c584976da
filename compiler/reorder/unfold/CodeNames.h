// What a piece of code names: whether a copy of it with other names, or at another place, means the
// same.
#pragma once

#include "support/ClangHeaders.h"

#include <set>
#include <string>
#include <vector>

namespace kasuri {

struct CodeNames {
  std::vector<const clang::DeclRefExpr *> references; ///< of variables
  std::set<const clang::VarDecl *> assigned;          ///< by name
  std::set<std::string> declared;                     ///< names that the code gives
  std::set<std::string> outside;                      ///< names that it takes from the file
  bool hasCall = false;
  /// No label, jump out, static variable, type, or other construct that a copy would change.
  bool isCopyable = true;
};

CodeNames codeNamesOf(const clang::Stmt *code);

/// All that may be a name.
std::set<std::string> wordsIn(llvm::StringRef text);

/// All names that the function gives to something.
std::set<std::string> namesGivenIn(const clang::FunctionDecl *function);

} // namespace kasuri
