// What a stretch of statements uses and contains, as far as moving it into another function asks.
#pragma once

#include "support/ClangHeaders.h"

#include <map>
#include <set>
#include <string>

namespace kasuri {

struct Uses {
  /// To variables with storage in a function, in the order of the text.
  std::vector<const clang::DeclRefExpr *> references;
  std::set<const clang::DeclRefExpr *> plainReads; ///< only the value is taken
  std::set<const clang::DeclRefExpr *> decays;     ///< an array of which only the address is taken
  std::set<const clang::Decl *> declared;          ///< declared within
  std::set<const clang::ValueDecl *> typed;        ///< in `sizeof`, `typeof` and `_Generic`
  /// What else has a name in the text: members, types, functions, ...; where it stands.
  std::vector<clang::SourceLocation> otherNames;
  std::vector<std::pair<const clang::Decl *, clang::SourceLocation>> outer; ///< of file scope
  std::vector<const clang::Expr *> statements; ///< expressions whose value nobody uses
  bool hasLabels = false;
  std::string obstacle; ///< what cannot stand in another function; or ""
  clang::SourceLocation where;

  bool isOnlyRead(const clang::VarDecl *variable) const;
};

Uses findUses(llvm::ArrayRef<const clang::Stmt *> statements);

/// The one update of `variable` that stands as a statement of its own, with no other reference to
/// the variable beside it; null when that is not all that happens to it.
const clang::Expr *findOnlyUpdate(const Uses &uses, const clang::VarDecl *variable);

/// Why the name of a place would mean something else before a loop that declares these, and
/// where; "" if it would not.
std::pair<std::string, clang::SourceLocation>
tieOf(const clang::Expr *named, const std::set<const clang::Decl *> &declaredInside,
      const clang::ASTContext &context);

/// The array of which this is an element, that many subscripts deep; null for other forms.
const clang::Expr *arrayNamedIn(const clang::Expr *lvalue, unsigned subscripts);

/// The types that this one is made of and that have a name.
std::set<const clang::Decl *> namedTypes(clang::QualType type);

/// Can the type be written before the function, outside all blocks?
bool isNameable(clang::QualType type);

} // namespace kasuri
