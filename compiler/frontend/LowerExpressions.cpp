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

ValueType typeOf(const UnitContext &unit, QualType type) {
  ValueType result;
  if (type.isNull() || type->isVoidType())
    return result;
  type = type.getCanonicalType();
  if (const auto *atomic = type->getAs<AtomicType>())
    type = atomic->getValueType();
  result.size = sizeOf(unit, type);
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

uint64_t sizeOf(const UnitContext &unit, QualType type) {
  if (type.isNull() || type->isIncompleteType() || type->isFunctionType() ||
      type->isVariablyModifiedType())
    return type.isNull() || !type->isPointerType()
               ? 0
               : unit.context.getTypeSizeInChars(unit.context.VoidPtrTy).getQuantity();
  return static_cast<uint64_t>(unit.context.getTypeSizeInChars(type).getQuantity());
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

kasuri::SourceLocation locate(const UnitContext &unit, clang::SourceLocation location) {
  kasuri::SourceLocation result;
  location = unit.sources.getExpansionLoc(location);
  const PresumedLoc place = unit.sources.getPresumedLoc(location, unit.input.hasLineDirectives());
  if (place.isInvalid())
    return result;
  const std::string file =
      unit.input.preprocessed ? nameFrom(unit.input, place.getFilename()) : place.getFilename();
  const bool isMain =
      unit.input.preprocessed ? file == unit.input.path : unit.sources.isInMainFile(location);
  result.file =
      isMain ? unit.mainFile : unit.builder.header(file, unit.sources.isInSystemHeader(location));
  result.line = place.getLine();
  result.column = place.getColumn();
  return result;
}

/// Where the user reads it: in the definition or the argument of a macro if it is a part of that,
/// else the macro's call.
static CharSourceRange rangeOf(const UnitContext &unit, const Expr *expression) {
  const clang::SourceLocation begin = expression->getBeginLoc(), end = expression->getEndLoc();
  const bool isInside = begin.isMacroID() && end.isMacroID() &&
                        !unit.sources.isInSystemMacro(begin) && // assert(x) is best known as that
                        unit.sources.getFileID(begin) == unit.sources.getFileID(end) &&
                        !(unit.sources.isAtStartOfImmediateMacroExpansion(begin) &&
                          unit.sources.isAtEndOfImmediateMacroExpansion(end));
  if (!isInside)
    return unit.sources.getExpansionRange(expression->getSourceRange());
  return CharSourceRange::getTokenRange(unit.sources.getSpellingLoc(begin),
                                        unit.sources.getSpellingLoc(end));
}

std::string textOf(const UnitContext &unit, const Expr *expression) {
  CharSourceRange range = rangeOf(unit, expression->IgnoreParens());
  StringRef text = Lexer::getSourceText(range, unit.sources, unit.context.getLangOpts());
  std::string result;
  for (char c : text.take_front(80)) {
    bool isSpace = c == '\n' || c == '\t' || c == '\r' || c == ' ';
    if (!isSpace || (!result.empty() && result.back() != ' '))
      result += isSpace ? ' ' : c;
  }
  return result;
}

Instruction make(const UnitContext &unit, Op op, QualType type, clang::SourceLocation where,
                 std::vector<ValueId> operands) {
  Instruction instruction;
  instruction.op = op;
  instruction.type = typeOf(unit, type);
  instruction.operands = std::move(operands);
  instruction.location = locate(unit, where);
  return instruction;
}

ValueId add(UnitContext &unit, Instruction instruction) {
  instruction.conditional = unit.at.conditionalDepth > 0;
  instruction.block = unit.at.block;
  std::erase_if(instruction.operands, [](ValueId operand) { return !operand.valid(); });
  unit.program.values.push_back(std::move(instruction));
  ValueId id(unit.program.values.size() - 1);
  unit.program[unit.at.block].values.push_back(id);
  return id;
}

ValueId constant(UnitContext &unit, int64_t value, QualType type, clang::SourceLocation where) {
  Instruction instruction = make(unit, Op::Constant, type, where);
  instruction.number = value;
  return add(unit, instruction);
}

/// A value computed from the operands in a way that touches no memory but theirs.
ValueId opaqueOf(UnitContext &unit, const Expr *expression) {
  std::vector<ValueId> operands;
  for (const Stmt *child : expression->children())
    if (const auto *operand = dyn_cast_or_null<Expr>(child)) {
      bool isValue = operand->isPRValue();
      operands.push_back(isValue ? rvalue(unit, operand) : address(unit, operand));
    }
  return add(unit,
             make(unit, Op::Opaque, expression->getType(), expression->getExprLoc(), operands));
}

void markAddressTaken(UnitContext &unit, const Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (const auto *reference = dyn_cast<DeclRefExpr>(lvalue)) {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      unit.program[objectFor(unit, variable)].addressTaken = true;
  } else if (const auto *member = dyn_cast<MemberExpr>(lvalue)) {
    if (!member->isArrow())
      markAddressTaken(unit, member->getBase());
  } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const Expr *base = subscript->getBase()->IgnoreParens();
    if (const auto *cast = dyn_cast<ImplicitCastExpr>(base);
        cast && cast->getCastKind() == CK_ArrayToPointerDecay)
      markAddressTaken(unit, cast->getSubExpr());
  } else if (const auto *unary = dyn_cast<UnaryOperator>(lvalue)) {
    if (unary->getOpcode() == UO_Extension || unary->getOpcode() == UO_Real ||
        unary->getOpcode() == UO_Imag)
      markAddressTaken(unit, unary->getSubExpr());
  } else if (const auto *selection = dyn_cast<GenericSelectionExpr>(lvalue)) {
    markAddressTaken(unit, selection->getResultExpr());
  } else if (const auto *choice = dyn_cast<ChooseExpr>(lvalue)) {
    markAddressTaken(unit, choice->getChosenSubExpr());
  }
}

ValueId convert(UnitContext &unit, ValueId value, QualType from, QualType to,
                clang::SourceLocation where) {
  ValueType source = typeOf(unit, from), target = typeOf(unit, to);
  auto isBoolean = [](QualType type) { return type.getAtomicUnqualifiedType()->isBooleanType(); };
  if (isBoolean(to) && !isBoolean(from))
    return source.kind == ValueType::Kind::Integer || source.kind == ValueType::Kind::Pointer
               ? isNotZero(unit, value, from, where)
               : add(unit, make(unit, Op::Opaque, to, where, {value}));
  bool isSamePointer =
      from->isPointerType() && to->isPointerType() &&
      ASTContext::hasSameUnqualifiedType(from->getPointeeType(), to->getPointeeType());
  if (isSamePointer || (source == target && source.kind != ValueType::Kind::Pointer))
    return value;
  bool isExact =
      (source.kind == ValueType::Kind::Integer || source.kind == ValueType::Kind::Pointer) &&
      (target.kind == ValueType::Kind::Integer || target.kind == ValueType::Kind::Pointer);
  return add(unit, make(unit, isExact ? Op::Convert : Op::Opaque, to, where, {value}));
}

ValueId isNotZero(UnitContext &unit, ValueId value, QualType type, clang::SourceLocation where) {
  ValueId zero = constant(unit, 0, type, where);
  Instruction compare = make(unit, Op::Compare, unit.context.BoolTy, where, {value, zero});
  compare.relation = Relation::NotEqual;
  return add(unit, compare);
}

/// The array that the element is in, if subscripts lead to it.
static const Expr *arrayAround(const Expr *element) {
  element = element->IgnoreParens();
  const auto *dereference = dyn_cast<UnaryOperator>(element);
  const auto *subscript = dyn_cast<ArraySubscriptExpr>(element);
  const Expr *base = subscript ? subscript->getBase()
                     : dereference && dereference->getOpcode() == UO_Deref
                         ? dereference->getSubExpr()
                         : nullptr;
  const auto *cast = base ? dyn_cast<ImplicitCastExpr>(base->IgnoreParens()) : nullptr;
  return cast && cast->getCastKind() == CK_ArrayToPointerDecay ? cast->getSubExpr() : nullptr;
}

/// By how many bytes the element is behind the begin of its array, if the source tells.
static std::optional<int64_t> offsetInArray(const UnitContext &unit, const Expr *element) {
  const auto *subscript = dyn_cast<ArraySubscriptExpr>(element->IgnoreParens());
  if (!subscript)
    return 0;
  Expr::EvalResult index;
  if (subscript->getIdx()->isValueDependent() ||
      !subscript->getIdx()->EvaluateAsInt(index, unit.context))
    return std::nullopt;
  return index.Val.getInt().getExtValue() *
         static_cast<int64_t>(sizeOf(unit, subscript->getType()));
}

ArrayPlace placeInWhole(const UnitContext &unit, const Expr *element, ArrayStart start) {
  ArrayPlace place;
  for (const Expr *around = arrayAround(element); around; around = arrayAround(around)) {
    const std::optional<int64_t> offset = offsetInArray(unit, element);
    if (!offset || (start == ArrayStart::Same && *offset != 0) ||
        !unit.context.getAsConstantArrayType(around->getType()))
      break;
    place = {around, place.offset + *offset, place.levels + 1};
    element = around;
  }
  return place;
}

ValueId decay(UnitContext &unit, const Expr *array) {
  // All of a matrix is reached by the first row's address, too.
  if (const ArrayPlace place = placeInWhole(unit, array, ArrayStart::Same); place.whole)
    array = place.whole;
  ValueId start = address(unit, array);
  Instruction instruction = make(unit, Op::Field, unit.context.getPointerType(unit.context.VoidTy),
                                 array->getExprLoc(), {start});
  const auto *type = unit.context.getAsConstantArrayType(array->getType());
  bool isFlexible =
      !type || array->isFlexibleArrayMemberLike(
                   unit.context, LangOptions::StrictFlexArraysLevelKind::OneZeroOrIncomplete);
  instruction.extent = isFlexible ? 0 : sizeOf(unit, array->getType());
  return add(unit, instruction);
}

static bool isArrayOfUnknownSize(QualType type) {
  return type->isArrayType() && type->isVariablyModifiedType();
}

static ValueId subscript(UnitContext &unit, const ArraySubscriptExpr *expression) {
  const Expr *base = expression->getBase()->IgnoreParens();
  if (base->getType()->isVectorType()) { // its elements are no memory of their own
    ValueId vector = address(unit, base);
    rvalue(unit, expression->getIdx());
    return vector;
  }
  const auto *cast = dyn_cast<ImplicitCastExpr>(base);
  bool isArray = cast && cast->getCastKind() == CK_ArrayToPointerDecay;
  const Expr *array = isArray ? cast->getSubExpr() : nullptr;
  ValueId start = isArray ? address(unit, array) : rvalue(unit, base);
  ValueId index = rvalue(unit, expression->getIdx());
  if (isArrayOfUnknownSize(expression->getType()))
    return stepBy(unit, start, index, expression->getType(), expression->getExprLoc());
  Instruction instruction =
      make(unit, Op::Element, unit.context.VoidPtrTy, expression->getExprLoc(), {start, index});
  instruction.number = static_cast<int64_t>(sizeOf(unit, expression->getType()));
  const auto *type = isArray ? unit.context.getAsConstantArrayType(array->getType()) : nullptr;
  bool isFlexible =
      !type || array->isFlexibleArrayMemberLike(
                   unit.context, LangOptions::StrictFlexArraysLevelKind::OneZeroOrIncomplete);
  if (!isFlexible)
    instruction.extent = type->getSize().getZExtValue();
  return add(unit, instruction);
}

/// The address of an element whose size the program computes.
ValueId stepBy(UnitContext &unit, ValueId start, ValueId index, QualType element,
               clang::SourceLocation where) {
  const QualType type = unit.context.getPointerDiffType();
  if (unit.program[index].type != typeOf(unit, type))
    index = add(unit, make(unit, Op::Convert, type, where, {index}));
  for (; isArrayOfUnknownSize(element);
       element = unit.context.getAsArrayType(element)->getElementType()) {
    const ArrayType *array = unit.context.getAsArrayType(element);
    ValueId count;
    if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) {
      count = constant(unit, static_cast<int64_t>(fixed->getSize().getZExtValue()), type, where);
    } else {
      const auto *variable = dyn_cast<VariableArrayType>(array);
      auto length =
          variable ? unit.body.lengths.find(variable->getSizeExpr()) : unit.body.lengths.end();
      if (length == unit.body.lengths.end())
        return add(unit, make(unit, Op::Opaque, unit.context.VoidPtrTy, where, {start, index}));
      Instruction place = make(unit, Op::Address, unit.context.VoidPtrTy, where);
      place.object = length->second;
      count = add(unit, make(unit, Op::Load, type, where, {add(unit, place)}));
    }
    index = add(unit, make(unit, Op::Mul, type, where, {index, count}));
  }
  Instruction step = make(unit, Op::Element, unit.context.VoidPtrTy, where, {start, index});
  step.number = static_cast<int64_t>(sizeOf(unit, element));
  return add(unit, step);
}

ValueId address(UnitContext &unit, const Expr *expression) {
  expression = expression->IgnoreParens();
  clang::SourceLocation where = expression->getExprLoc();
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression)) {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      return variableAddress(unit, variable, where);
    if (const auto *callee = dyn_cast<FunctionDecl>(reference->getDecl()))
      return functionAddress(unit, callee, where);
    return add(unit, make(unit, Op::Clobber, unit.context.VoidPtrTy, where));
  }
  if (const auto *field = dyn_cast<MemberExpr>(expression))
    return lowerMember(unit, field);
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression))
    return subscript(unit, element);
  if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_Deref)
      return rvalue(unit, unary->getSubExpr());
    if (unary->getOpcode() == UO_Extension)
      return address(unit, unary->getSubExpr());
    if (unary->getOpcode() == UO_Real || unary->getOpcode() == UO_Imag) {
      Instruction part = make(unit, Op::Field, unit.context.VoidPtrTy, where,
                              {address(unit, unary->getSubExpr())});
      part.extent = sizeOf(unit, unary->getType());
      part.number = unary->getOpcode() == UO_Imag ? static_cast<int64_t>(part.extent) : 0;
      return add(unit, part);
    }
  }
  if (isa<StringLiteral, PredefinedExpr>(expression)) {
    Instruction instruction = make(unit, Op::Address, unit.context.VoidPtrTy, where);
    instruction.object =
        temporary(unit, expression->getType(), "string", where, Object::Kind::String);
    if (const auto *literal = dyn_cast<StringLiteral>(expression);
        literal && literal->getCharByteWidth() == 1)
      unit.program[instruction.object].text = literal->getString().str();
    return add(unit, instruction);
  }
  if (const auto *literal = dyn_cast<CompoundLiteralExpr>(expression)) {
    bool isLocal = unit.at.function.valid();
    ObjectId object = temporary(unit, expression->getType(), "compound literal", where,
                                isLocal ? Object::Kind::Local : Object::Kind::Global);
    unit.program[object].addressTaken = true;
    Instruction instruction = make(unit, Op::Address, unit.context.VoidPtrTy, where);
    instruction.object = object;
    ValueId id = add(unit, instruction);
    storeInitialiser(unit, id, literal->getInitializer(), literal->getType());
    return id;
  }
  if (const auto *selection = dyn_cast<GenericSelectionExpr>(expression))
    return address(unit, selection->getResultExpr());
  if (const auto *choice = dyn_cast<ChooseExpr>(expression))
    return address(unit, choice->getChosenSubExpr());
  if (const auto *source = dyn_cast<OpaqueValueExpr>(expression); source && source->getSourceExpr())
    return address(unit, source->getSourceExpr());
  // An aggregate computed by a call or an assignment: it lives in a temporary of its own.
  if (expression->isPRValue() || isa<StmtExpr, CallExpr>(expression)) {
    ObjectId object =
        temporary(unit, expression->getType(), "temporary", where, Object::Kind::Local);
    unit.program[object].addressTaken = true;
    Instruction instruction = make(unit, Op::Address, unit.context.VoidPtrTy, where);
    instruction.object = object;
    ValueId place = add(unit, instruction);
    ValueId value = rvalue(unit, expression);
    if (value.valid())
      add(unit, make(unit, Op::Store, expression->getType(), where, {place, value}));
    return place;
  }
  return add(unit,
             make(unit, Op::Clobber, unit.context.VoidPtrTy, where, {opaqueOf(unit, expression)}));
}

} // namespace kasuri
