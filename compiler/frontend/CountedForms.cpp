// The syntactic shape of counted loops: for (v = a; v < b; v += c).
//
// Emission needs the pieces of text, the analysis the values; both come from here. Whether the
// bound stays the same and nothing else changes the variable is not decided here.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

namespace {

const VarDecl *variableOf(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  bool isScalar =
      variable && (variable->getType()->isIntegerType() || variable->getType()->isPointerType());
  return isScalar && variable->hasLocalStorage() ? variable : nullptr;
}

std::optional<int64_t> constantOf(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, context) || result.Val.getInt().getSignificantBits() > 32)
    return std::nullopt;
  return result.Val.getInt().getExtValue();
}

/// The constant that the loop's step adds to the variable; 0 when it is of another shape.
int64_t stepOf(const Expr *step, const VarDecl *variable, const ASTContext &context) {
  step = step->IgnoreParenImpCasts();
  if (const auto *unary = dyn_cast<UnaryOperator>(step))
    return unary->isIncrementDecrementOp() && variableOf(unary->getSubExpr()) == variable
               ? (unary->isIncrementOp() ? 1 : -1)
               : 0;
  const auto *binary = dyn_cast<BinaryOperator>(step);
  if (!binary || variableOf(binary->getLHS()) != variable)
    return 0;
  const Expr *amount = binary->getRHS();
  bool isMinus = binary->getOpcode() == BO_SubAssign;
  if (binary->getOpcode() == BO_Assign) {
    const auto *sum = dyn_cast<BinaryOperator>(amount->IgnoreParenImpCasts());
    if (!sum || !sum->isAdditiveOp() || variableOf(sum->getLHS()) != variable)
      return 0;
    isMinus = sum->getOpcode() == BO_Sub;
    amount = sum->getRHS();
  } else if (binary->getOpcode() != BO_AddAssign && !isMinus) {
    return 0;
  }
  auto value = constantOf(amount, context);
  return value ? (isMinus ? -*value : *value) : 0;
}

std::optional<Relation> relationOf(BinaryOperatorKind kind, bool isSwapped) {
  switch (kind) {
  case BO_LT:
    return isSwapped ? Relation::Greater : Relation::Less;
  case BO_LE:
    return isSwapped ? Relation::GreaterEqual : Relation::LessEqual;
  case BO_GT:
    return isSwapped ? Relation::Less : Relation::Greater;
  case BO_GE:
    return isSwapped ? Relation::LessEqual : Relation::GreaterEqual;
  default:
    return std::nullopt;
  }
}

} // namespace

CountedForm UnitLowering::countedForm(const ForStmt *loop, RegionId region) const {
  CountedForm form;
  const auto *test =
      loop->getCond() ? dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParenImpCasts()) : nullptr;
  if (!test || !loop->getInc() || !test->isRelationalOp())
    return form;
  const VarDecl *variable = variableOf(test->getLHS());
  bool isSwapped = !variable || stepOf(loop->getInc(), variable, context) == 0;
  if (isSwapped)
    variable = variableOf(test->getRHS());
  int64_t step = variable ? stepOf(loop->getInc(), variable, context) : 0;
  auto relation = relationOf(test->getOpcode(), isSwapped);
  bool isUp = relation == Relation::Less || relation == Relation::LessEqual;
  if (step == 0 || !relation || isUp != (step > 0) || variable->getType().isVolatileQualified())
    return form;
  const Instruction &compare = program[program[region].conditionValue];
  auto object = builder.objectOf.find(variable->getCanonicalDecl());
  if (compare.op != Op::Compare || compare.operands.size() != 2 ||
      object == builder.objectOf.end() || builder.placeOf.contains(variable->getCanonicalDecl()))
    return form;
  form.bound = compare.operands[isSwapped ? 0 : 1];
  form.relation = *relation;
  form.step = step;
  if (const auto *declarations = dyn_cast_or_null<DeclStmt>(loop->getInit())) {
    if (!declarations->isSingleDecl() || declarations->getSingleDecl() != variable)
      return form;
    form.declaresVariable = true;
  } else if (const auto *set = dyn_cast_or_null<BinaryOperator>(loop->getInit())) {
    if (set->getOpcode() != BO_Assign || variableOf(set->getLHS()) != variable)
      return form;
  } else if (loop->getInit()) {
    return form;
  }
  if (program[region].init.valid())
    for (ValueId value : program[program[region].init].values)
      if (program[value].op == Op::Store)
        form.initial = program[value].operands[1];
  form.variable = object->second;
  form.unit = program[form.variable].pointeeSize;
  return form;
}

} // namespace kasuri
