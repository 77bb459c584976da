// Operators, casts and assignments. Constant expressions are folded by Clang's own evaluator.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

namespace {

Op opOf(BinaryOperatorKind kind) {
  switch (kind) {
  case BO_Add:
    return Op::Add;
  case BO_Sub:
    return Op::Sub;
  case BO_Mul:
    return Op::Mul;
  case BO_Div:
    return Op::Div;
  case BO_Rem:
    return Op::Rem;
  case BO_Shl:
    return Op::Shl;
  case BO_Shr:
    return Op::Shr;
  case BO_And:
    return Op::And;
  case BO_Or:
    return Op::Or;
  case BO_Xor:
    return Op::Xor;
  default:
    return Op::Opaque;
  }
}

} // namespace

Relation relationOf(BinaryOperatorKind kind) {
  switch (kind) {
  case BO_LT:
    return Relation::Less;
  case BO_LE:
    return Relation::LessEqual;
  case BO_GT:
    return Relation::Greater;
  case BO_GE:
    return Relation::GreaterEqual;
  case BO_EQ:
    return Relation::Equal;
  default:
    return Relation::NotEqual;
  }
}

ValueId UnitLowering::rvalue(const Expr *expression) {
  expression = expression->IgnoreParens();
  QualType type = expression->getType();
  clang::SourceLocation where = expression->getExprLoc();
  bool mayFold = type->isIntegralOrEnumerationType() && !expression->isValueDependent() &&
                 !extent.tall.contains(expression);
  Expr::EvalResult folded;
  if (mayFold && expression->EvaluateAsInt(folded, context, Expr::SE_NoSideEffects) &&
      folded.Val.getInt().isRepresentableByInt64())
    return constant(folded.Val.getInt().getExtValue(), type, where);
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return lowerCast(cast);
  if (const auto *unary = dyn_cast<UnaryOperator>(expression))
    return lowerUnary(unary);
  if (const auto *binary = dyn_cast<BinaryOperator>(expression))
    return lowerBinary(binary);
  if (const auto *conditional = dyn_cast<AbstractConditionalOperator>(expression))
    return lowerConditional(conditional);
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return lowerCall(call);
  if (const auto *statements = dyn_cast<StmtExpr>(expression))
    return lowerStatementExpression(statements);
  if (const auto *wrapper = dyn_cast<FullExpr>(expression))
    return rvalue(wrapper->getSubExpr());
  if (const auto *selection = dyn_cast<GenericSelectionExpr>(expression))
    return rvalue(selection->getResultExpr());
  if (const auto *choice = dyn_cast<ChooseExpr>(expression))
    return rvalue(choice->getChosenSubExpr());
  if (const auto *source = dyn_cast<OpaqueValueExpr>(expression); source && source->getSourceExpr())
    return source->isPRValue() ? rvalue(source->getSourceExpr()) : address(source->getSourceExpr());
  if (const auto *list = dyn_cast<VAArgExpr>(expression))
    return add(make(Op::Clobber, type, where, {rvalue(list->getSubExpr())}));
  bool isConstant =
      isa<IntegerLiteral, FloatingLiteral, ImaginaryLiteral, UnaryExprOrTypeTraitExpr, OffsetOfExpr,
          ImplicitValueInitExpr, AddrLabelExpr, InitListExpr>(expression);
  const auto *name = dyn_cast<DeclRefExpr>(expression);
  bool isEnumerator = name && isa<EnumConstantDecl>(name->getDecl()); // that no int64_t holds
  bool isElement = isa<ArraySubscriptExpr>(expression) && expression->isPRValue(); // of a vector
  if (isConstant || isEnumerator || isElement)
    return opaqueOf(expression);
  if (expression
          ->isGLValue()) // the value of an lvalue used without conversion (as by sizeof, void)
    return address(expression);
  return add(make(Op::Clobber, type, where, {opaqueOf(expression)}));
}

ValueId UnitLowering::lowerCast(const CastExpr *cast) {
  const Expr *from = cast->getSubExpr();
  clang::SourceLocation where = cast->getExprLoc();
  if (isa<ExplicitCastExpr>(cast))
    lowerTypeSizes(cast->getType());
  switch (cast->getCastKind()) {
  case CK_LValueToRValue:
  case CK_LValueToRValueBitCast: {
    ValueId part = partOfVariable(from);
    return part.valid() ? part : load(address(from), from);
  }
  case CK_ArrayToPointerDecay:
    if (!isa<StringLiteral>(from->IgnoreParens()))
      markAddressTaken(from);
    return decay(from);
  case CK_FunctionToPointerDecay:
    return address(from);
  case CK_NoOp:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return from->isPRValue() ? rvalue(from) : address(from);
  case CK_ToVoid:
    return from->isPRValue() ? rvalue(from) : address(from);
  case CK_NullToPointer:
    return constant(0, cast->getType(), where);
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
    return isNotZero(rvalue(from), from->getType(), where);
  case CK_BitCast: {
    // To void * a pointer keeps what it may reach; only a cast to another type sees all of the
    // object.
    bool isToVoid = cast->getType()->isVoidPointerType() && from->getType()->isPointerType();
    ValueId value = rvalue(from);
    return isToVoid ? value : convert(value, from->getType(), cast->getType(), where);
  }
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
    return convert(rvalue(from), from->getType(), cast->getType(), where);
  default: {
    ValueId value = from->isPRValue() ? rvalue(from) : address(from);
    Instruction conversion = make(Op::Opaque, cast->getType(), where, {value});
    conversion.number = 1 + static_cast<int64_t>(cast->getCastKind());
    return add(conversion);
  }
  }
}

ValueId UnitLowering::lowerUnary(const UnaryOperator *unary) {
  const Expr *operand = unary->getSubExpr();
  clang::SourceLocation where = unary->getOperatorLoc();
  switch (unary->getOpcode()) {
  case UO_AddrOf: {
    markAddressTaken(operand);
    ValueId place = address(operand);
    return place;
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return lowerIncrement(unary);
  case UO_Minus: {
    ValueId value = rvalue(operand);
    return add(make(Op::Negate, unary->getType(), where, {value}));
  }
  case UO_Plus:
  case UO_Extension:
    return rvalue(operand);
  case UO_LNot: {
    ValueId value = rvalue(operand);
    ValueId zero = constant(0, operand->getType(), where);
    Instruction compare = make(Op::Compare, unary->getType(), where, {value, zero});
    compare.relation = Relation::Equal;
    return add(compare);
  }
  default:
    return opaqueOf(unary);
  }
}

ValueId UnitLowering::pointerPlus(ValueId pointer, ValueId index, QualType pointerType,
                                  bool isMinus, clang::SourceLocation where) {
  QualType element = pointerType->getPointeeType();
  if (element->isVariablyModifiedType() && !element->isPointerType())
    return isMinus ? add(make(Op::Opaque, context.VoidPtrTy, where, {pointer, index}))
                   : stepBy(pointer, index, element, where);
  Instruction step = make(Op::Element, context.VoidPtrTy, where, {pointer, index});
  step.number = static_cast<int64_t>(std::max<uint64_t>(1, sizeOf(element)));
  if (isMinus)
    step.number = -step.number;
  return add(step);
}

ValueId UnitLowering::arithmetic(BinaryOperatorKind kind, ValueId left, ValueId right,
                                 QualType leftType, QualType resultType, const Expr *at) {
  if (leftType->isPointerType() && (kind == BO_Add || kind == BO_Sub))
    return pointerPlus(left, right, leftType, kind == BO_Sub, at->getExprLoc());
  bool isOther = resultType->isComplexIntegerType() || resultType->isVectorType();
  return add(make(isOther ? Op::Opaque : opOf(kind), resultType, at->getExprLoc(), {left, right}));
}

ValueId UnitLowering::lowerBinary(const BinaryOperator *binary) {
  if (binary->isAssignmentOp())
    return lowerAssignment(binary);
  if (binary->isLogicalOp())
    return lowerLogical(binary);
  const Expr *left = binary->getLHS(), *right = binary->getRHS();
  if (binary->getOpcode() == BO_Comma) {
    left->isPRValue() ? rvalue(left) : address(left);
    return rvalue(right);
  }
  ValueId a = rvalue(left), b = rvalue(right);
  if (binary->isComparisonOp()) {
    Instruction compare = make(Op::Compare, binary->getType(), binary->getOperatorLoc(), {a, b});
    compare.relation = relationOf(binary->getOpcode());
    return add(compare);
  }
  bool isPointerRight = right->getType()->isPointerType();
  bool isPointerLeft = left->getType()->isPointerType();
  if (isPointerLeft && isPointerRight && left->getType()->getPointeeType()->isArrayType() &&
      left->getType()->getPointeeType()->isVariablyModifiedType())
    return add(make(Op::Opaque, binary->getType(), binary->getOperatorLoc(), {a, b}));
  if (isPointerLeft && isPointerRight) {
    Instruction difference =
        make(Op::PointerDifference, binary->getType(), binary->getOperatorLoc(), {a, b});
    difference.number =
        static_cast<int64_t>(std::max<uint64_t>(1, sizeOf(left->getType()->getPointeeType())));
    return add(difference);
  }
  if (isPointerRight)
    return pointerPlus(b, a, right->getType(), false, binary->getOperatorLoc());
  return arithmetic(binary->getOpcode(), a, b, left->getType(), binary->getType(), binary);
}

ValueId UnitLowering::lowerLogical(const BinaryOperator *binary) {
  bool isAnd = binary->getOpcode() == BO_LAnd;
  ValueId left = rvalue(binary->getLHS());
  ++conditionalDepth;
  ValueId right = rvalue(binary->getRHS());
  --conditionalDepth;
  ValueId other = constant(isAnd ? 0 : 1, binary->getType(), binary->getOperatorLoc());
  std::vector<ValueId> operands =
      isAnd ? std::vector{left, right, other} : std::vector{left, other, right};
  return add(make(Op::Select, binary->getType(), binary->getOperatorLoc(), operands));
}

ValueId UnitLowering::lowerConditional(const AbstractConditionalOperator *conditional) {
  ValueId condition = rvalue(conditional->getCond());
  ++conditionalDepth;
  auto arm = [&](const Expr *expression) {
    return expression->isPRValue() ? rvalue(expression) : address(expression);
  };
  ValueId whenTrue = arm(conditional->getTrueExpr());
  ValueId whenFalse = arm(conditional->getFalseExpr());
  --conditionalDepth;
  if (conditional->getType()->isVoidType())
    return ValueId();
  return add(make(Op::Select, conditional->getType(), conditional->getExprLoc(),
                  {condition, whenTrue, whenFalse}));
}

ValueId UnitLowering::lowerAssignment(const BinaryOperator *assignment) {
  const Expr *left = assignment->getLHS(), *right = assignment->getRHS();
  if (assignment->getOpcode() == BO_Assign) {
    ValueId value = rvalue(right);
    ValueId place = address(left);
    store(place, value, left);
    return valueStored(value, left);
  }
  const auto *compound = cast<CompoundAssignOperator>(assignment);
  ValueId operand = rvalue(right);
  ValueId place = address(left);
  ValueId old = load(place, left);
  old = convert(old, left->getType(), compound->getComputationLHSType(), left->getExprLoc());
  BinaryOperatorKind kind = BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
  ValueId value = arithmetic(kind, old, operand, compound->getComputationLHSType(),
                             compound->getComputationResultType(), assignment);
  value = convert(value, compound->getComputationResultType(), left->getType(), left->getExprLoc());
  store(place, value, left);
  return valueStored(value, left);
}

/// The value of an assignment to `left`; a bit-field keeps only some bits of what it is given.
ValueId UnitLowering::valueStored(ValueId value, const Expr *left) {
  if (!left->refersToBitField())
    return value;
  return add(make(Op::Opaque, left->getType(), left->getExprLoc(), {value}));
}

ValueId UnitLowering::lowerIncrement(const UnaryOperator *unary) {
  const Expr *operand = unary->getSubExpr();
  clang::SourceLocation where = unary->getOperatorLoc();
  ValueId place = address(operand);
  ValueId old = load(place, operand);
  ValueId next;
  if (operand->getType()->isPointerType()) {
    ValueId one = constant(1, context.LongTy, where);
    next = pointerPlus(old, one, operand->getType(), unary->isDecrementOp(), where);
  } else {
    bool isNarrow = operand->getType()->isIntegralOrEnumerationType() &&
                    sizeOf(operand->getType()) < sizeOf(context.IntTy);
    QualType wide = isNarrow ? context.IntTy : operand->getType();
    ValueId promoted = convert(old, operand->getType(), wide, where);
    ValueId one = constant(1, wide, where);
    next = arithmetic(unary->isIncrementOp() ? BO_Add : BO_Sub, promoted, one, wide, wide, unary);
    next = convert(next, wide, operand->getType(), where);
  }
  store(place, next, operand);
  return unary->isPostfix() ? old : valueStored(next, operand);
}

} // namespace kasuri
