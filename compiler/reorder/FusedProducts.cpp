#include "reorder/FusedProducts.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// Without what does not change whether it is a product.
const Expr *plain(const Expr *expression) {
  for (;;) {
    expression = expression->IgnoreParenCasts();
    const auto *sign = dyn_cast<UnaryOperator>(expression);
    if (!sign || (sign->getOpcode() != UO_Minus && sign->getOpcode() != UO_Plus))
      return expression;
    expression = sign->getSubExpr();
  }
}

bool isReal(const Expr *expression) { return expression->getType()->isRealFloatingType(); }

class Variables : public RecursiveASTVisitor<Variables> {
public:
  std::set<const VarDecl *> named;

  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      named.insert(variable);
    return true;
  }
};

class ProductFinder : public RecursiveASTVisitor<ProductFinder> {
public:
  FusedProducts found;
  size_t products = 0, used = 0; ///< all, and those that are added or multiplied

  bool VisitBinaryOperator(BinaryOperator *operation) {
    if (!isReal(operation)) {
      found.isUnknown |=
          operation->getType()->isAnyComplexType() || operation->getType()->isVectorType();
      return true;
    }
    const Expr *left = plain(operation->getLHS()), *right = plain(operation->getRHS());
    switch (operation->getOpcode()) {
    case BO_Add:
    case BO_Sub:
      found.isUnknown |= isProduct(left) && isProduct(right);
      addTerm(left);
      addTerm(right);
      break;
    case BO_AddAssign:
    case BO_SubAssign:
      addTerm(right);
      break;
    case BO_Mul:
    case BO_Div:
      products += operation->getOpcode() == BO_Mul;
      used += isProduct(left) + isProduct(right);
      break;
    case BO_MulAssign:
      ++products;
      break;
    default:
      break;
    }
    return true;
  }

private:
  static bool isProduct(const Expr *expression) {
    const auto *operation = dyn_cast<BinaryOperator>(expression);
    return operation && operation->getOpcode() == BO_Mul && isReal(operation);
  }

  void addTerm(const Expr *term) {
    if (isProduct(term)) {
      ++used;
      Variables variables;
      variables.TraverseStmt(const_cast<Expr *>(term));
      if (!found.changing) {
        found.changing = std::move(variables.named);
        return;
      }
      std::erase_if(*found.changing,
                    [&](const VarDecl *each) { return !variables.named.contains(each); });
      return;
    }
    const auto *call = dyn_cast<CallExpr>(term);
    const auto *reference = dyn_cast<DeclRefExpr>(term);
    const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    found.isUnknown |= (call && call->getBuiltinCallee() == 0 && isReal(call)) ||
                       (variable && variable->hasLocalStorage()) || isa<StmtExpr>(term) ||
                       isa<AbstractConditionalOperator>(term);
  }
};

} // namespace

FusedProducts findFusedProducts(const std::vector<const Stmt *> &statements) {
  ProductFinder finder;
  for (const Stmt *each : statements)
    finder.TraverseStmt(const_cast<Stmt *>(each));
  // A product that is stored may be the same as one that is added in another iteration.
  finder.found.isUnknown |= finder.found.changing && finder.used < finder.products;
  return std::move(finder.found);
}

} // namespace kasuri
