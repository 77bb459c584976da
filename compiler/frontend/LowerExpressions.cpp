// Expressions to instructions: addresses are bytes, integers are exact, the rest remembers
// operands.
//
//     *p++ = s.a[i] + 1      v1 = load p; v2 = element v1 + 1; store p v2; ... v5 = element &s.a i;
//     ...
//
// An lvalue becomes its address once, so that `a[f()] += 1` calls f once. What is evaluated only
// sometimes (the arms of ?:, the right side of && and ||) is marked conditional in place: a
// conditional load is a load that may happen, which is all that the analyses ask. Anything without
// a rule becomes `Opaque` when it can only compute, and `Clobber` when it might touch memory in a
// way not seen here.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

ValueType UnitLowering::typeOf(QualType type) const {
  ValueType result;
  if (type.isNull() || type->isVoidType())
    return result;
  type = type.getCanonicalType();
  if (const auto *atomic = type->getAs<AtomicType>())
    type = atomic->getValueType();
  result.size = sizeOf(type);
  if (type->isIntegralOrEnumerationType()) {
    result.kind = ValueType::Kind::Integer;
    result.isSigned = type->isSignedIntegerOrEnumerationType();
    result.bits = static_cast<uint8_t>(std::min<uint64_t>(255, result.size * 8));
    if (type->isBooleanType())
      result.bits = 8;
  } else if (type->isPointerType()) {
    result.kind = ValueType::Kind::Pointer;
  } else if (type->isFloatingType()) { // complex numbers too
    result.kind = ValueType::Kind::Floating;
  } else {
    result.kind = ValueType::Kind::Aggregate;
  }
  return result;
}

uint64_t UnitLowering::sizeOf(QualType type) const {
  if (type.isNull() || type->isIncompleteType() || type->isFunctionType() ||
      type->isVariablyModifiedType())
    return type.isNull() || !type->isPointerType()
               ? 0
               : context.getTypeSizeInChars(context.VoidPtrTy).getQuantity();
  return static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
}

/// What a marker in the source's text calls a file, as seen from here.
static std::string nameFrom(const SourceInput &input, StringRef file) {
  llvm::SmallString<256> name(file);
  if (!input.directory.empty() && !llvm::sys::path::is_absolute(file)) {
    name = input.directory;
    llvm::sys::path::append(name, file);
  }
  return name.str().str();
}

kasuri::SourceLocation UnitLowering::locate(clang::SourceLocation location) const {
  kasuri::SourceLocation result;
  location = sources.getExpansionLoc(location);
  const PresumedLoc place = sources.getPresumedLoc(location, input.preprocessed.has_value());
  if (place.isInvalid())
    return result;
  const std::string file =
      input.preprocessed ? nameFrom(input, place.getFilename()) : place.getFilename();
  const bool isMain = input.preprocessed ? file == input.path : sources.isInMainFile(location);
  result.file = isMain ? mainFile : builder.header(file, sources.isInSystemHeader(location));
  result.line = place.getLine();
  result.column = place.getColumn();
  return result;
}

std::string UnitLowering::textOf(const Expr *expression) const {
  CharSourceRange range = sources.getExpansionRange(expression->getSourceRange());
  StringRef text = Lexer::getSourceText(range, sources, context.getLangOpts());
  std::string result;
  for (char c : text.take_front(80)) {
    bool isSpace = c == '\n' || c == '\t' || c == '\r' || c == ' ';
    if (!isSpace || (!result.empty() && result.back() != ' '))
      result += isSpace ? ' ' : c;
  }
  return result;
}

Instruction UnitLowering::make(Op op, QualType type, clang::SourceLocation where,
                               std::vector<ValueId> operands) const {
  Instruction instruction;
  instruction.op = op;
  instruction.type = typeOf(type);
  instruction.operands = std::move(operands);
  instruction.location = locate(where);
  return instruction;
}

ValueId UnitLowering::add(Instruction instruction) {
  instruction.conditional = conditionalDepth > 0;
  instruction.block = block;
  std::erase_if(instruction.operands, [](ValueId operand) { return !operand.valid(); });
  program.values.push_back(std::move(instruction));
  ValueId id(program.values.size() - 1);
  program[block].values.push_back(id);
  return id;
}

ValueId UnitLowering::constant(int64_t value, QualType type, clang::SourceLocation where) {
  Instruction instruction = make(Op::Constant, type, where);
  instruction.number = value;
  return add(instruction);
}

/// A value computed from the operands in a way that touches no memory but theirs.
ValueId UnitLowering::opaqueOf(const Expr *expression) {
  std::vector<ValueId> operands;
  for (const Stmt *child : expression->children())
    if (const auto *operand = dyn_cast_or_null<Expr>(child)) {
      bool isValue = operand->isPRValue();
      operands.push_back(isValue ? rvalue(operand) : address(operand));
    }
  return add(make(Op::Opaque, expression->getType(), expression->getExprLoc(), operands));
}

void UnitLowering::markAddressTaken(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (const auto *reference = dyn_cast<DeclRefExpr>(lvalue)) {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      program[objectFor(variable)].addressTaken = true;
  } else if (const auto *member = dyn_cast<MemberExpr>(lvalue)) {
    if (!member->isArrow())
      markAddressTaken(member->getBase());
  } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const Expr *base = subscript->getBase()->IgnoreParens();
    if (const auto *cast = dyn_cast<ImplicitCastExpr>(base);
        cast && cast->getCastKind() == CK_ArrayToPointerDecay)
      markAddressTaken(cast->getSubExpr());
  } else if (const auto *unary = dyn_cast<UnaryOperator>(lvalue)) {
    if (unary->getOpcode() == UO_Extension || unary->getOpcode() == UO_Real ||
        unary->getOpcode() == UO_Imag)
      markAddressTaken(unary->getSubExpr());
  } else if (const auto *selection = dyn_cast<GenericSelectionExpr>(lvalue)) {
    markAddressTaken(selection->getResultExpr());
  } else if (const auto *choice = dyn_cast<ChooseExpr>(lvalue)) {
    markAddressTaken(choice->getChosenSubExpr());
  }
}

ValueId UnitLowering::convert(ValueId value, QualType from, QualType to,
                              clang::SourceLocation where) {
  ValueType source = typeOf(from), target = typeOf(to);
  auto isBoolean = [](QualType type) { return type.getAtomicUnqualifiedType()->isBooleanType(); };
  if (isBoolean(to) && !isBoolean(from))
    return source.kind == ValueType::Kind::Integer || source.kind == ValueType::Kind::Pointer
               ? isNotZero(value, from, where)
               : add(make(Op::Opaque, to, where, {value}));
  bool isSamePointer =
      from->isPointerType() && to->isPointerType() &&
      ASTContext::hasSameUnqualifiedType(from->getPointeeType(), to->getPointeeType());
  if (isSamePointer || (source == target && source.kind != ValueType::Kind::Pointer))
    return value;
  bool isExact =
      (source.kind == ValueType::Kind::Integer || source.kind == ValueType::Kind::Pointer) &&
      (target.kind == ValueType::Kind::Integer || target.kind == ValueType::Kind::Pointer);
  return add(make(isExact ? Op::Convert : Op::Opaque, to, where, {value}));
}

ValueId UnitLowering::isNotZero(ValueId value, QualType type, clang::SourceLocation where) {
  ValueId zero = constant(0, type, where);
  Instruction compare = make(Op::Compare, context.BoolTy, where, {value, zero});
  compare.relation = Relation::NotEqual;
  return add(compare);
}

ValueId UnitLowering::decay(const Expr *array) {
  ValueId start = address(array);
  Instruction instruction =
      make(Op::Field, context.getPointerType(context.VoidTy), array->getExprLoc(), {start});
  const auto *type = context.getAsConstantArrayType(array->getType());
  bool isFlexible =
      !type || array->isFlexibleArrayMemberLike(
                   context, LangOptions::StrictFlexArraysLevelKind::OneZeroOrIncomplete);
  instruction.extent = isFlexible ? 0 : sizeOf(array->getType());
  return add(instruction);
}

static bool isArrayOfUnknownSize(QualType type) {
  return type->isArrayType() && type->isVariablyModifiedType();
}

ValueId UnitLowering::subscript(const ArraySubscriptExpr *expression) {
  const Expr *base = expression->getBase()->IgnoreParens();
  if (base->getType()->isVectorType()) { // its elements are no memory of their own
    ValueId vector = address(base);
    rvalue(expression->getIdx());
    return vector;
  }
  const auto *cast = dyn_cast<ImplicitCastExpr>(base);
  bool isArray = cast && cast->getCastKind() == CK_ArrayToPointerDecay;
  const Expr *array = isArray ? cast->getSubExpr() : nullptr;
  ValueId start = isArray ? address(array) : rvalue(base);
  ValueId index = rvalue(expression->getIdx());
  if (isArrayOfUnknownSize(expression->getType()))
    return stepBy(start, index, expression->getType(), expression->getExprLoc());
  Instruction instruction =
      make(Op::Element, context.VoidPtrTy, expression->getExprLoc(), {start, index});
  instruction.number = static_cast<int64_t>(sizeOf(expression->getType()));
  const auto *type = isArray ? context.getAsConstantArrayType(array->getType()) : nullptr;
  bool isFlexible =
      !type || array->isFlexibleArrayMemberLike(
                   context, LangOptions::StrictFlexArraysLevelKind::OneZeroOrIncomplete);
  if (!isFlexible)
    instruction.extent = type->getSize().getZExtValue();
  return add(instruction);
}

/// The address of an element whose size the program computes.
ValueId UnitLowering::stepBy(ValueId start, ValueId index, QualType element,
                             clang::SourceLocation where) {
  const QualType type = context.getPointerDiffType();
  if (program[index].type != typeOf(type))
    index = add(make(Op::Convert, type, where, {index}));
  for (; isArrayOfUnknownSize(element);
       element = context.getAsArrayType(element)->getElementType()) {
    const ArrayType *array = context.getAsArrayType(element);
    ValueId count;
    if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) {
      count = constant(static_cast<int64_t>(fixed->getSize().getZExtValue()), type, where);
    } else {
      const auto *variable = dyn_cast<VariableArrayType>(array);
      auto length = variable ? lengths.find(variable->getSizeExpr()) : lengths.end();
      if (length == lengths.end())
        return add(make(Op::Opaque, context.VoidPtrTy, where, {start, index}));
      Instruction place = make(Op::Address, context.VoidPtrTy, where);
      place.object = length->second;
      count = add(make(Op::Load, type, where, {add(place)}));
    }
    index = add(make(Op::Mul, type, where, {index, count}));
  }
  Instruction step = make(Op::Element, context.VoidPtrTy, where, {start, index});
  step.number = static_cast<int64_t>(sizeOf(element));
  return add(step);
}

ValueId UnitLowering::address(const Expr *expression) {
  expression = expression->IgnoreParens();
  clang::SourceLocation where = expression->getExprLoc();
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression)) {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      return variableAddress(variable, where);
    if (const auto *callee = dyn_cast<FunctionDecl>(reference->getDecl()))
      return functionAddress(callee, where);
    return add(make(Op::Clobber, context.VoidPtrTy, where));
  }
  if (const auto *field = dyn_cast<MemberExpr>(expression))
    return member(field);
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression))
    return subscript(element);
  if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_Deref)
      return rvalue(unary->getSubExpr());
    if (unary->getOpcode() == UO_Extension)
      return address(unary->getSubExpr());
    if (unary->getOpcode() == UO_Real || unary->getOpcode() == UO_Imag) {
      Instruction part = make(Op::Field, context.VoidPtrTy, where, {address(unary->getSubExpr())});
      part.extent = sizeOf(unary->getType());
      part.number = unary->getOpcode() == UO_Imag ? static_cast<int64_t>(part.extent) : 0;
      return add(part);
    }
  }
  if (isa<StringLiteral, PredefinedExpr>(expression)) {
    Instruction instruction = make(Op::Address, context.VoidPtrTy, where);
    instruction.object = temporary(expression->getType(), "string", where, Object::Kind::String);
    if (const auto *literal = dyn_cast<StringLiteral>(expression);
        literal && literal->getCharByteWidth() == 1)
      program[instruction.object].text = literal->getString().str();
    return add(instruction);
  }
  if (const auto *literal = dyn_cast<CompoundLiteralExpr>(expression)) {
    bool isLocal = function.valid();
    ObjectId object = temporary(expression->getType(), "compound literal", where,
                                isLocal ? Object::Kind::Local : Object::Kind::Global);
    program[object].addressTaken = true;
    Instruction instruction = make(Op::Address, context.VoidPtrTy, where);
    instruction.object = object;
    ValueId id = add(instruction);
    storeInitialiser(id, literal->getInitializer(), literal->getType());
    return id;
  }
  if (const auto *selection = dyn_cast<GenericSelectionExpr>(expression))
    return address(selection->getResultExpr());
  if (const auto *choice = dyn_cast<ChooseExpr>(expression))
    return address(choice->getChosenSubExpr());
  if (const auto *source = dyn_cast<OpaqueValueExpr>(expression); source && source->getSourceExpr())
    return address(source->getSourceExpr());
  // An aggregate computed by a call or an assignment: it lives in a temporary of its own.
  if (expression->isPRValue() || isa<StmtExpr, CallExpr>(expression)) {
    ObjectId object = temporary(expression->getType(), "temporary", where, Object::Kind::Local);
    program[object].addressTaken = true;
    Instruction instruction = make(Op::Address, context.VoidPtrTy, where);
    instruction.object = object;
    ValueId place = add(instruction);
    ValueId value = rvalue(expression);
    if (value.valid())
      add(make(Op::Store, expression->getType(), where, {place, value}));
    return place;
  }
  return add(make(Op::Clobber, context.VoidPtrTy, where, {opaqueOf(expression)}));
}

} // namespace kasuri
