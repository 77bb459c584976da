#include "reorder/PlainSums.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <set>

namespace kasuri {

using namespace clang;

namespace {

constexpr uint64_t largestExact = 1 << 24; ///< integers up to it are exact in each type

/// Of which a variable may hold a product.
bool holdsNumbers(QualType type) {
  while (const ArrayType *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  return !type->isIntegralOrEnumerationType() && !type->isPointerType() && !type->isVoidType() &&
         !type->isFunctionType();
}

class VariableCollector : public DynamicRecursiveASTVisitor {
public:
  std::set<const VarDecl *> declared;

  bool VisitVarDecl(VarDecl *variable) override {
    declared.insert(variable->getCanonicalDecl());
    return true;
  }
};

class ProductSearch : public DynamicRecursiveASTVisitor {
public:
  explicit ProductSearch(std::set<const VarDecl *> variables) : known(std::move(variables)) {}

  bool isPlain = true;

  bool VisitBinaryOperator(BinaryOperator *operation) override {
    const QualType type = operation->getType();
    const BinaryOperatorKind opcode = operation->getOpcode();
    if (!holdsNumbers(type) || opcode == BO_Comma)
      return true;
    const bool isDivision = opcode == BO_Div || opcode == BO_DivAssign;
    isPlain &= type->isRealFloatingType() || opcode == BO_Assign;
    isPlain &= opcode != BO_Mul && opcode != BO_MulAssign;
    isPlain &= !isDivision || isPlainDivisor(operation->getRHS());
    return isPlain;
  }
  bool VisitUnaryOperator(UnaryOperator *operation) override {
    isPlain &= !operation->getType()->isAnyComplexType() && !operation->getType()->isVectorType();
    return isPlain;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    isPlain &= !variable || !variable->hasLocalStorage() || !holdsNumbers(variable->getType()) ||
               known.contains(variable->getCanonicalDecl());
    return isPlain;
  }
  /// A function of the library may be replaced by a product.
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || (callee->getBuiltinID() != 0 && holdsNumbers(call->getType())))
      return isPlain = false;
    const FunctionDecl *definition = callee->getDefinition();
    if (!definition || !visited.insert(definition).second)
      return true;
    for (const ParmVarDecl *parameter : definition->parameters())
      known.insert(parameter->getCanonicalDecl());
    addVariables(definition->getBody());
    return TraverseStmt(definition->getBody()) && isPlain;
  }

private:
  std::set<const VarDecl *> known; ///< only what is looked at sets them
  std::set<const FunctionDecl *> visited;

  void addVariables(Stmt *body) {
    VariableCollector collector;
    collector.TraverseStmt(body);
    known.merge(collector.declared);
  }
};

} // namespace

bool isPlainDivisor(const Expr *divisor) {
  const Expr *number = divisor->IgnoreParenImpCasts();
  if (const auto *real = dyn_cast<FloatingLiteral>(number))
    return !real->getValue().getExactInverse(nullptr);
  const auto *reference = dyn_cast<DeclRefExpr>(number);
  const auto *constant = reference ? dyn_cast<EnumConstantDecl>(reference->getDecl()) : nullptr;
  const auto *integer = dyn_cast<IntegerLiteral>(number);
  if (constant || integer) {
    const llvm::APInt value = integer ? integer->getValue() : constant->getInitVal();
    return value.isNonNegative() && value.ule(largestExact) && !value.isPowerOf2();
  }
  return isa<DeclRefExpr, ArraySubscriptExpr, MemberExpr>(divisor->IgnoreParenCasts());
}

bool hasOnlyPlainSums(const Stmt *statement, const Stmt *nest) {
  VariableCollector collector;
  collector.TraverseStmt(const_cast<Stmt *>(nest));
  ProductSearch search(std::move(collector.declared));
  search.TraverseStmt(const_cast<Stmt *>(statement));
  return search.isPlain;
}

} // namespace kasuri
