#include "reorder/FusedProducts.h"

#include "reorder/PlainSums.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

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

class Variables : public DynamicRecursiveASTVisitor {
public:
  std::set<const VarDecl *> named;

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      named.insert(variable);
    return true;
  }
};

/// Computations with floating-point numbers that may become a part of a function's callers.
class RealsFinder : public DynamicRecursiveASTVisitor {
public:
  bool computes = false;

  bool VisitBinaryOperator(BinaryOperator *operation) override {
    const BinaryOperatorKind opcode = operation->getOpcode();
    computes |= !operation->getType()->isIntegralOrEnumerationType() &&
                !operation->getType()->isPointerType() &&
                (BinaryOperator::isMultiplicativeOp(opcode) ||
                 BinaryOperator::isAdditiveOp(opcode) || operation->isCompoundAssignmentOp());
    return !computes;
  }
  bool VisitUnaryOperator(UnaryOperator *operation) override {
    computes |= operation->isIncrementDecrementOp() && isReal(operation);
    return !computes;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || callee->getBuiltinID() != 0)
      return !(computes |= !callee);
    const FunctionDecl *definition = callee->getDefinition();
    if (definition && visited.insert(definition).second)
      TraverseStmt(definition->getBody());
    return !computes;
  }

private:
  std::set<const FunctionDecl *> visited;
};

/// No variable changes it.
bool isConstant(const Expr *expression) {
  Variables variables;
  variables.TraverseStmt(const_cast<Expr *>(expression));
  RealsFinder reals;
  reals.TraverseStmt(const_cast<Expr *>(expression));
  return variables.named.empty() && !reals.computes;
}

/// A constant, with the reciprocal of which compilers may multiply, as with that of a power of two.
bool isFactor(const Expr *divisor) { return isConstant(divisor) && !isPlainDivisor(divisor); }

/// Null for what is no product.
const BinaryOperator *asProduct(const Expr *expression) {
  const auto *operation = dyn_cast<BinaryOperator>(expression);
  const bool isIt = operation && isReal(operation) &&
                    (operation->getOpcode() == BO_Mul ||
                     (operation->getOpcode() == BO_Div && isFactor(operation->getRHS())));
  return isIt ? operation : nullptr;
}

bool isProduct(const Expr *expression) { return asProduct(expression) != nullptr; }

class ProductFinder : public DynamicRecursiveASTVisitor {
public:
  FusedProducts found;
  std::vector<const Expr *> products;
  size_t used = 0; ///< products that are added or multiplied
  size_t sums = 0;
  std::set<const Expr *> inner;      ///< products that are multiplied
  std::set<const Expr *> added;      ///< products that are terms of sums
  std::vector<const Expr *> unknown; ///< terms of sums
  bool hasOthers = false;            ///< complex numbers, vectors, what functions compute
  bool addsCalls = false;            ///< of which compilers may make products

  bool VisitBinaryOperator(BinaryOperator *operation) override {
    if (!isReal(operation)) {
      hasOthers |= operation->getType()->isAnyComplexType() || operation->getType()->isVectorType();
      return true;
    }
    const Expr *left = plain(operation->getLHS()), *right = plain(operation->getRHS());
    const std::optional<ProductSum> sum = findProductSum(operation);
    if (sum)
      found.sums.push_back(*sum);
    switch (operation->getOpcode()) {
    case BO_Add:
    case BO_Sub:
      ++sums;
      found.isUnknown |= isProduct(left) && isProduct(right);
      addTerm(left);
      addTerm(right);
      break;
    case BO_AddAssign:
    case BO_SubAssign:
      ++sums;
      found.sum = sum;
      addTerm(right);
      break;
    case BO_Mul:
      products.push_back(operation);
      inner.insert({left, right});
      used += isProduct(left) + isProduct(right);
      break;
    case BO_Div:
      if (isProduct(operation))
        products.push_back(operation);
      used += isProduct(left) + isProduct(right);
      break;
    case BO_DivAssign:
      if (!isFactor(operation->getRHS()))
        break;
      [[fallthrough]];
    case BO_MulAssign:
      found.scalings.push_back(cast<CompoundAssignOperator>(operation));
      break;
    default:
      break;
    }
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp() && isReal(operation)) {
      ++sums;
      addTerm(plain(operation->getSubExpr()));
    }
    return true;
  }

  bool VisitCallExpr(CallExpr *call) override {
    RealsFinder reals;
    reals.VisitCallExpr(call);
    hasOthers |= reals.computes;
    return true;
  }

private:
  /// A variable of the function, or a part of it: compilers may keep it in a register.
  static bool isLocal(const Expr *term) {
    for (;;) {
      term = term->IgnoreParenCasts();
      if (const auto *member = dyn_cast<MemberExpr>(term); member && !member->isArrow())
        term = member->getBase();
      else if (const auto *element = dyn_cast<ArraySubscriptExpr>(term))
        term = element->getBase();
      else
        break;
    }
    const auto *reference = dyn_cast<DeclRefExpr>(term);
    const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    return variable && variable->hasLocalStorage() && !variable->getType()->isPointerType();
  }

  void addTerm(const Expr *term) {
    if (isProduct(term)) {
      ++used;
      added.insert(term);
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
    addsCalls |= call != nullptr;
    if ((call && call->getBuiltinCallee() == 0 && isReal(call)) || isLocal(term) ||
        isa<StmtExpr, AbstractConditionalOperator>(term))
      unknown.push_back(term);
  }
};

} // namespace

std::vector<const Expr *> ProductSum::products() const {
  std::vector<const Expr *> all;
  for (const Expr *each : {left, right})
    if (each)
      all.push_back(each);
  return all;
}

std::optional<ProductSum> findProductSum(const BinaryOperator *operation) {
  const BinaryOperatorKind opcode = operation->getOpcode();
  const bool isAssignment = opcode == BO_AddAssign || opcode == BO_SubAssign;
  if (!isReal(operation) || !(isAssignment || opcode == BO_Add || opcode == BO_Sub))
    return std::nullopt;
  const ProductSum sum{operation, isAssignment ? nullptr : asProduct(plain(operation->getLHS())),
                       asProduct(plain(operation->getRHS()))};
  return sum.left || sum.right ? std::optional(sum) : std::nullopt;
}

FusedProducts findFusedProducts(const Stmt *statement) {
  ProductFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(statement));
  FusedProducts &found = finder.found;
  found.storesProducts =
      finder.hasOthers || finder.used < finder.products.size() + found.scalings.size();
  found.hasOtherSums = finder.sums > found.sums.size();
  if (finder.hasOthers || finder.addsCalls || !finder.unknown.empty())
    found.sums.clear();
  llvm::copy_if(finder.products, std::back_inserter(found.stored), [&](const Expr *product) {
    return !finder.inner.contains(product) && !finder.added.contains(product);
  });
  // A product that is stored may be the same as one that is added in another iteration.
  found.isUnknown |=
      finder.hasOthers || !finder.unknown.empty() || (found.changing && found.storesProducts);
  found.hasSums = finder.hasOthers || finder.sums > 0;
  if (finder.sums != 1)
    found.sum = std::nullopt;
  if (!finder.hasOthers) {
    found.terms = std::move(finder.unknown);
    llvm::copy_if(finder.products, std::back_inserter(*found.terms),
                  [&](const Expr *product) { return !finder.inner.contains(product); });
  }
  return std::move(found);
}

} // namespace kasuri
