// Which products a compiler may fuse with a sum, and which of them a layer would take apart.
#pragma once

#include "support/ClangHeaders.h"

#include <map>
#include <set>

namespace kasuri {

/// The compiler may make one instruction of `s += a * b`, which rounds once.
bool contractsProducts(const clang::ASTContext &context);

/// Of one function. Answers hold where contractsProducts() does.
class Contraction {
public:
  Contraction(const clang::FunctionDecl &function, clang::ASTContext &context);

  /// What is computed there may be a product that is not yet rounded.
  bool mayBeProduct(const clang::Expr *term) const;

  /// The variable, or a part of it, may hold such a product for a sum.
  bool handsProducts(const clang::VarDecl *variable) const {
    return products.contains(variable) && addends.contains(variable);
  }
  /// Products are added to it, one after the other.
  bool sumsProducts(const clang::VarDecl *variable) const { return sums.contains(variable); }

  /// The same of a place in memory that becomes a variable, by all expressions that name it.
  bool handsOrSums(const std::vector<const clang::Expr *> &places) const;

  /// All references within the statements are in loops that no compiler unrolls as a whole: what
  /// was computed in front of them has been rounded.
  bool isOnlyInLoops(const clang::VarDecl *variable,
                     llvm::ArrayRef<const clang::Stmt *> statements) const;

  /// The loop, as a whole: its test compares with a constant, or with what may have been set to
  /// one.
  bool mayBeUnrolled(const clang::Stmt *loop) const;

private:
  /// What happens to a value where it is used.
  struct Use {
    bool isAdded = false;   ///< or given to what may add it
    bool isProduct = false; ///< it becomes one
    bool isSum = false;     ///< a product is added to it
    const clang::Expr *stored = nullptr;
    const clang::VarDecl *copiedTo = nullptr;
  };

  clang::ASTContext &context;
  std::set<const clang::VarDecl *> products, addends, sums;
  std::set<const clang::VarDecl *> constants; ///< set to a constant somewhere

  Use useOf(const clang::Expr *value) const;
  Use useIn(const clang::BinaryOperator &operation, const clang::Expr *value) const;
  bool addsProduct(const clang::Expr *sum) const;
  bool note(const clang::VarDecl *variable, const clang::Expr *reference);
};

} // namespace kasuri
