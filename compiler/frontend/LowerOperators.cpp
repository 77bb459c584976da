// Operators, casts and assignments. Constant expressions are folded by Clang's own evaluator.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

static ValueId lowerAssignment(UnitContext &unit, const BinaryOperator *assignment);
static ValueId lowerBinary(UnitContext &unit, const BinaryOperator *binary);
static ValueId lowerCast(UnitContext &unit, const CastExpr *cast);
static ValueId lowerConditional(UnitContext &unit, const AbstractConditionalOperator *conditional);
static ValueId lowerIncrement(UnitContext &unit, const UnaryOperator *unary);
static ValueId lowerLogical(UnitContext &unit, const BinaryOperator *binary);
static ValueId lowerUnary(UnitContext &unit, const UnaryOperator *unary);
static ValueId valueStored(UnitContext &unit, ValueId value, const Expr *left);

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

/// Of a constant of type float or double.
static ValueId noteReal(UnitContext &unit, ValueId value, const Expr *from) {
  const QualType type = from->getType().getCanonicalType().getUnqualifiedType();
  const bool isPlain = type == unit.context.DoubleTy || type == unit.context.FloatTy;
  llvm::APFloat number(0.0);
  if (isPlain && unit.program[value].op == Op::Opaque &&
      from->EvaluateAsFloat(number, unit.context) && number.isFinite())
    unit.program[value].real = number.convertToDouble();
  return value;
}

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

/// A vector made of the elements of others, which the expression may name without a conversion.
static ValueId lowerVectorOperation(UnitContext &unit, const Expr *expression) {
  std::vector<ValueId> operands;
  for (const Stmt *child : expression->children()) {
    const auto *operand = cast<Expr>(child);
    operands.push_back(operand->isPRValue() ? rvalue(unit, operand)
                                            : load(unit, address(unit, operand), operand));
  }
  return add(unit,
             make(unit, Op::Opaque, expression->getType(), expression->getExprLoc(), operands));
}

ValueId rvalue(UnitContext &unit, const Expr *expression) {
  expression = expression->IgnoreParens();
  QualType type = expression->getType();
  clang::SourceLocation where = expression->getExprLoc();
  bool mayFold = type->isIntegralOrEnumerationType() && !expression->isValueDependent() &&
                 !unit.body.extent.tall.contains(expression);
  Expr::EvalResult folded;
  if (mayFold && expression->EvaluateAsInt(folded, unit.context, Expr::SE_NoSideEffects) &&
      folded.Val.getInt().isRepresentableByInt64())
    return constant(unit, folded.Val.getInt().getExtValue(), type, where);
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return lowerCast(unit, cast);
  if (const auto *unary = dyn_cast<UnaryOperator>(expression))
    return lowerUnary(unit, unary);
  if (const auto *binary = dyn_cast<BinaryOperator>(expression))
    return lowerBinary(unit, binary);
  if (const auto *conditional = dyn_cast<AbstractConditionalOperator>(expression))
    return lowerConditional(unit, conditional);
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return lowerCall(unit, call);
  if (const auto *statements = dyn_cast<StmtExpr>(expression))
    return lowerStatementExpression(unit, statements);
  if (const auto *wrapper = dyn_cast<FullExpr>(expression))
    return rvalue(unit, wrapper->getSubExpr());
  if (const auto *selection = dyn_cast<GenericSelectionExpr>(expression))
    return rvalue(unit, selection->getResultExpr());
  if (const auto *choice = dyn_cast<ChooseExpr>(expression))
    return rvalue(unit, choice->getChosenSubExpr());
  if (const auto *source = dyn_cast<OpaqueValueExpr>(expression); source && source->getSourceExpr())
    return source->isPRValue() ? rvalue(unit, source->getSourceExpr())
                               : address(unit, source->getSourceExpr());
  if (const auto *list = dyn_cast<VAArgExpr>(expression))
    return lowerNextArgument(unit, list);
  if (isa<ShuffleVectorExpr, ConvertVectorExpr>(expression))
    return lowerVectorOperation(unit, expression);
  bool isConstant =
      isa<IntegerLiteral, FloatingLiteral, ImaginaryLiteral, UnaryExprOrTypeTraitExpr, OffsetOfExpr,
          ImplicitValueInitExpr, AddrLabelExpr, InitListExpr>(expression);
  const auto *name = dyn_cast<DeclRefExpr>(expression);
  bool isEnumerator = name && isa<EnumConstantDecl>(name->getDecl()); // that no int64_t holds
  bool isElement = isa<ArraySubscriptExpr>(expression) && expression->isPRValue(); // of a vector
  if (isConstant || isEnumerator || isElement)
    return noteReal(unit, opaqueOf(unit, expression), expression);
  if (expression
          ->isGLValue()) // the value of an lvalue used without conversion (as by sizeof, void)
    return address(unit, expression);
  Instruction clobber = make(unit, Op::Clobber, type, where, {opaqueOf(unit, expression)});
  clobber.text = textOf(unit, expression);
  return add(unit, clobber);
}

static ValueId lowerCast(UnitContext &unit, const CastExpr *cast) {
  const Expr *from = cast->getSubExpr();
  clang::SourceLocation where = cast->getExprLoc();
  if (isa<ExplicitCastExpr>(cast))
    lowerTypeSizes(unit, cast->getType());
  switch (cast->getCastKind()) {
  case CK_LValueToRValue:
  case CK_LValueToRValueBitCast: {
    ValueId part = partOfVariable(unit, from);
    return part.valid() ? part : load(unit, address(unit, from), from);
  }
  case CK_ArrayToPointerDecay:
    if (!isa<StringLiteral>(from->IgnoreParens()))
      markAddressTaken(unit, from);
    return decay(unit, from);
  case CK_FunctionToPointerDecay:
    return address(unit, from);
  case CK_NoOp:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return from->isPRValue() ? rvalue(unit, from) : address(unit, from);
  case CK_ToVoid:
    return from->isPRValue() ? rvalue(unit, from) : address(unit, from);
  case CK_NullToPointer:
    return constant(unit, 0, cast->getType(), where);
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
    return isNotZero(unit, rvalue(unit, from), from->getType(), where);
  case CK_BitCast: {
    // To void * a pointer keeps what it may reach; only a cast to another type sees all of the
    // object.
    bool isToVoid = cast->getType()->isVoidPointerType() && from->getType()->isPointerType();
    ValueId value = rvalue(unit, from);
    return isToVoid ? value : convert(unit, value, from->getType(), cast->getType(), where);
  }
  case CK_IntegralToPointer:
    if (auto swapped = swappedElementIn(unit, from))
      return convert(unit, lowerSwappedElement(unit, *swapped, cast), swapped->start->getType(),
                     cast->getType(), where);
    [[fallthrough]];
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
  case CK_PointerToIntegral:
    return convert(unit, rvalue(unit, from), from->getType(), cast->getType(), where);
  default: {
    ValueId value = from->isPRValue() ? rvalue(unit, from) : address(unit, from);
    Instruction conversion = make(unit, Op::Opaque, cast->getType(), where, {value});
    conversion.number = 1 + static_cast<int64_t>(cast->getCastKind());
    const bool isNumber = unit.program[value].op == Op::Constant || unit.program[value].real;
    const ValueId made = add(unit, conversion);
    return isNumber ? noteReal(unit, made, cast) : made;
  }
  }
}

static ValueId lowerUnary(UnitContext &unit, const UnaryOperator *unary) {
  const Expr *operand = unary->getSubExpr();
  clang::SourceLocation where = unary->getOperatorLoc();
  switch (unary->getOpcode()) {
  case UO_AddrOf: {
    markAddressTaken(unit, operand);
    // An element's address is one in all of a matrix: `&m[0][0]` is used for all of its numbers.
    const ArrayPlace place = placeInWhole(unit, operand, ArrayStart::Any);
    if (place.levels < 2)
      return address(unit, operand);
    const ValueId start = decay(unit, place.whole);
    if (place.offset == 0)
      return start;
    const ValueId offset = constant(unit, place.offset, unit.context.getPointerDiffType(), where);
    Instruction step = make(unit, Op::Element, unit.context.VoidPtrTy, where, {start, offset});
    step.number = 1;
    return add(unit, step);
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return lowerIncrement(unit, unary);
  case UO_Minus: {
    ValueId value = rvalue(unit, operand);
    return add(unit, make(unit, Op::Negate, unary->getType(), where, {value}));
  }
  case UO_Plus:
  case UO_Extension:
    return rvalue(unit, operand);
  case UO_Not: {
    const bool isNumber = unary->getType()->isIntegerType();
    const unsigned bits = isNumber ? unit.context.getIntWidth(unary->getType()) : 0;
    if (bits == 0 || bits > 64)
      return opaqueOf(unit, unary); // a vector, a complex number or a long one
    ValueId value = rvalue(unit, operand);
    const bool isNegative = unary->getType()->isSignedIntegerType() || bits >= 63;
    ValueId ones =
        constant(unit, isNegative ? -1 : (int64_t(1) << bits) - 1, unary->getType(), where);
    return add(unit, make(unit, Op::Xor, unary->getType(), where, {value, ones}));
  }
  case UO_LNot: {
    ValueId value = rvalue(unit, operand);
    ValueId zero = constant(unit, 0, operand->getType(), where);
    Instruction compare = make(unit, Op::Compare, unary->getType(), where, {value, zero});
    compare.relation = Relation::Equal;
    return add(unit, compare);
  }
  default:
    return opaqueOf(unit, unary);
  }
}

static ValueId pointerPlus(UnitContext &unit, ValueId pointer, ValueId index, QualType pointerType,
                           bool isMinus, clang::SourceLocation where) {
  QualType element = pointerType->getPointeeType();
  if (element->isVariablyModifiedType() && !element->isPointerType())
    return isMinus
               ? add(unit, make(unit, Op::Opaque, unit.context.VoidPtrTy, where, {pointer, index}))
               : stepBy(unit, pointer, index, element, where);
  Instruction step = make(unit, Op::Element, unit.context.VoidPtrTy, where, {pointer, index});
  step.number = static_cast<int64_t>(std::max<uint64_t>(1, sizeOf(unit, element)));
  if (isMinus)
    step.number = -step.number;
  return add(unit, step);
}

static ValueId arithmetic(UnitContext &unit, BinaryOperatorKind kind, ValueId left, ValueId right,
                          QualType leftType, QualType resultType, const Expr *at) {
  if (leftType->isPointerType() && (kind == BO_Add || kind == BO_Sub))
    return pointerPlus(unit, left, right, leftType, kind == BO_Sub, at->getExprLoc());
  bool isOther = resultType->isComplexIntegerType() || resultType->isVectorType();
  return add(unit, make(unit, isOther ? Op::Opaque : opOf(kind), resultType, at->getExprLoc(),
                        {left, right}));
}

static ValueId lowerBinary(UnitContext &unit, const BinaryOperator *binary) {
  if (binary->isAssignmentOp())
    return lowerAssignment(unit, binary);
  if (binary->isLogicalOp())
    return lowerLogical(unit, binary);
  const Expr *left = binary->getLHS(), *right = binary->getRHS();
  if (binary->getOpcode() == BO_Comma) {
    left->isPRValue() ? rvalue(unit, left) : address(unit, left);
    return rvalue(unit, right);
  }
  ValueId a = rvalue(unit, left), b = rvalue(unit, right);
  if (binary->isComparisonOp()) {
    noteReal(unit, a, left);
    noteReal(unit, b, right);
    Instruction compare =
        make(unit, Op::Compare, binary->getType(), binary->getOperatorLoc(), {a, b});
    compare.relation = relationOf(binary->getOpcode());
    return add(unit, compare);
  }
  bool isPointerRight = right->getType()->isPointerType();
  bool isPointerLeft = left->getType()->isPointerType();
  if (isPointerLeft && isPointerRight && left->getType()->getPointeeType()->isArrayType() &&
      left->getType()->getPointeeType()->isVariablyModifiedType())
    return add(unit, make(unit, Op::Opaque, binary->getType(), binary->getOperatorLoc(), {a, b}));
  if (isPointerLeft && isPointerRight) {
    Instruction difference =
        make(unit, Op::PointerDifference, binary->getType(), binary->getOperatorLoc(), {a, b});
    difference.number = static_cast<int64_t>(
        std::max<uint64_t>(1, sizeOf(unit, left->getType()->getPointeeType())));
    return add(unit, difference);
  }
  if (isPointerRight)
    return pointerPlus(unit, b, a, right->getType(), false, binary->getOperatorLoc());
  return arithmetic(unit, binary->getOpcode(), a, b, left->getType(), binary->getType(), binary);
}

/// 0 or 1, as `&&` and `||` have it.
static ValueId truthOf(UnitContext &unit, const Expr *operand, QualType result) {
  ValueId value = rvalue(unit, operand);
  const QualType type = operand->getType();
  const clang::SourceLocation where = operand->getExprLoc();
  const auto *binary = dyn_cast<BinaryOperator>(operand->IgnoreParens());
  if (unit.program[value].op == Op::Compare || (binary && binary->isLogicalOp()))
    return value;
  if (!type->isIntegralOrEnumerationType() && !type->isPointerType())
    return add(unit, make(unit, Op::Opaque, result, where, {value}));
  ValueId zero = constant(unit, 0, type, where);
  Instruction compare = make(unit, Op::Compare, result, where, {value, zero});
  compare.relation = Relation::NotEqual;
  return add(unit, compare);
}

static ValueId lowerLogical(UnitContext &unit, const BinaryOperator *binary) {
  bool isAnd = binary->getOpcode() == BO_LAnd;
  ValueId left = rvalue(unit, binary->getLHS());
  ++unit.at.conditionalDepth;
  ValueId right = truthOf(unit, binary->getRHS(), binary->getType());
  --unit.at.conditionalDepth;
  ValueId other = constant(unit, isAnd ? 0 : 1, binary->getType(), binary->getOperatorLoc());
  std::vector<ValueId> operands =
      isAnd ? std::vector{left, right, other} : std::vector{left, other, right};
  return add(unit, make(unit, Op::Select, binary->getType(), binary->getOperatorLoc(), operands));
}

static ValueId lowerConditional(UnitContext &unit, const AbstractConditionalOperator *conditional) {
  ValueId condition = rvalue(unit, conditional->getCond());
  ++unit.at.conditionalDepth;
  auto arm = [&](const Expr *expression) {
    return expression->isPRValue() ? rvalue(unit, expression) : address(unit, expression);
  };
  ValueId whenTrue = arm(conditional->getTrueExpr());
  ValueId whenFalse = arm(conditional->getFalseExpr());
  --unit.at.conditionalDepth;
  if (conditional->getType()->isVoidType())
    return ValueId();
  return add(unit, make(unit, Op::Select, conditional->getType(), conditional->getExprLoc(),
                        {condition, whenTrue, whenFalse}));
}

static ValueId lowerAssignment(UnitContext &unit, const BinaryOperator *assignment) {
  const Expr *left = assignment->getLHS(), *right = assignment->getRHS();
  if (assignment->getOpcode() == BO_Assign) {
    ValueId value = rvalue(unit, right);
    ValueId place = address(unit, left);
    store(unit, place, value, left);
    return valueStored(unit, value, left);
  }
  const auto *compound = cast<CompoundAssignOperator>(assignment);
  ValueId operand = rvalue(unit, right);
  ValueId place = address(unit, left);
  ValueId old = load(unit, place, left);
  old = convert(unit, old, left->getType(), compound->getComputationLHSType(), left->getExprLoc());
  BinaryOperatorKind kind = BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
  ValueId value = arithmetic(unit, kind, old, operand, compound->getComputationLHSType(),
                             compound->getComputationResultType(), assignment);
  value = convert(unit, value, compound->getComputationResultType(), left->getType(),
                  left->getExprLoc());
  store(unit, place, value, left);
  return valueStored(unit, value, left);
}

/// The value of an assignment to `left`; a bit-field keeps only some bits of what it is given.
static ValueId valueStored(UnitContext &unit, ValueId value, const Expr *left) {
  if (!left->refersToBitField())
    return value;
  return add(unit, make(unit, Op::Opaque, left->getType(), left->getExprLoc(), {value}));
}

static ValueId lowerIncrement(UnitContext &unit, const UnaryOperator *unary) {
  const Expr *operand = unary->getSubExpr();
  clang::SourceLocation where = unary->getOperatorLoc();
  ValueId place = address(unit, operand);
  ValueId old = load(unit, place, operand);
  ValueId next;
  if (operand->getType()->isPointerType()) {
    ValueId one = constant(unit, 1, unit.context.LongTy, where);
    next = pointerPlus(unit, old, one, operand->getType(), unary->isDecrementOp(), where);
  } else {
    bool isNarrow = operand->getType()->isIntegralOrEnumerationType() &&
                    sizeOf(unit, operand->getType()) < sizeOf(unit, unit.context.IntTy);
    QualType wide = isNarrow ? unit.context.IntTy : operand->getType();
    ValueId promoted = convert(unit, old, operand->getType(), wide, where);
    ValueId one = constant(unit, 1, wide, where);
    next = arithmetic(unit, unary->isIncrementOp() ? BO_Add : BO_Sub, promoted, one, wide, wide,
                      unary);
    next = convert(unit, next, wide, operand->getType(), where);
  }
  store(unit, place, next, operand);
  return unary->isPostfix() ? old : valueStored(unit, next, operand);
}

} // namespace kasuri
