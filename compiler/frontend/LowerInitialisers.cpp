// Initialisers as stores. One that leaves members out stores the whole object first.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

/// Elements of an initialiser beyond this many are stored to an element that is not known.
constexpr unsigned maxInitialisers = 4096;

static bool storeInitialiserList(UnitContext &unit, ValueId address, const InitListExpr *list,
                                 QualType type);

void storeInitialiser(UnitContext &unit, ValueId address, const Expr *initialiser, QualType type) {
  initialiser = initialiser->IgnoreParens();
  if (const auto *wrapper = dyn_cast<FullExpr>(initialiser))
    initialiser = wrapper->getSubExpr()->IgnoreParens();
  if (const auto *literal = dyn_cast<CompoundLiteralExpr>(initialiser))
    initialiser = literal->getInitializer();
  const auto *list = dyn_cast<InitListExpr>(initialiser);
  bool hasParts = type->isArrayType() || type->isRecordType(); // vectors are stored whole
  clang::SourceLocation where = initialiser->getExprLoc();
  if (hasParts && (list || isa<StringLiteral, ImplicitValueInitExpr>(initialiser))) {
    ValueId zero = add(unit, make(unit, Op::Opaque, type, where));
    Instruction clear = make(unit, Op::Store, type, where, {address, zero});
    add(unit, clear);
    if (list)
      storeInitialiserList(unit, address, list, type);
    return;
  }
  if (list && list->getNumInits() == 1 && !type->isVectorType())
    initialiser = list->getInit(0);
  ValueId value =
      initialiser->isPRValue() ? rvalue(unit, initialiser) : kasuri::address(unit, initialiser);
  if (!value.valid())
    value = add(unit, make(unit, Op::Opaque, type, where));
  Instruction stored = make(unit, Op::Store, type.getUnqualifiedType(), where, {address, value});
  stored.isVolatile = type.isVolatileQualified();
  add(unit, stored);
}

static void storePart(UnitContext &unit, const Expr *part, const Instruction &place,
                      QualType type) {
  bool isNothing = isa<ImplicitValueInitExpr, NoInitExpr>(part);
  bool isFloat = !unit.at.function.valid() && part->getType()->isRealFloatingType();
  if (!isNothing && !isFloat)
    storeInitialiser(unit, add(unit, place), part, type);
}

/// Beside those that are stored with it.
static void storeBitField(UnitContext &unit, const Expr *part, const Instruction &place) {
  if (isa<ImplicitValueInitExpr, NoInitExpr>(part))
    return;
  ValueId value = rvalue(unit, part);
  Instruction stored =
      make(unit, Op::Store, part->getType(), part->getExprLoc(), {add(unit, place), value});
  stored.partial = true;
  stored.type.size = place.extent;
  add(unit, stored);
}

/// Stores each element; those of a range have one initialiser, which is evaluated once and stored
/// to some element, as are all elements of long lists beyond the limit.
static void storeElements(UnitContext &unit, ValueId address, const InitListExpr *list,
                          const ArrayType *array) {
  QualType type = array->getElementType();
  clang::SourceLocation where = list->getBeginLoc();
  bool isStatic = !unit.at.function.valid(), isNumber = type->isArithmeticType();
  if (isStatic && isNumber &&
      (!type->isIntegerType() || sizeOf(unit, type) < unit.program.pointerBytes))
    return; // constants without pointers: the analyses ask for nothing in them
  auto hasNoPointer = [&](const Expr *part) {
    Expr::EvalResult folded;
    return isStatic && isNumber && part->EvaluateAsInt(folded, unit.context);
  };
  Instruction place = make(unit, Op::Element, unit.context.VoidPtrTy, where);
  place.number = static_cast<int64_t>(sizeOf(unit, type));
  if (const auto *known = dyn_cast<ConstantArrayType>(array))
    place.extent = known->getSize().getZExtValue();
  ValueId some;
  for (unsigned i = 0, next; i < list->getNumInits(); i = next) {
    const Expr *part = list->getInit(i);
    for (next = i + 1; next < list->getNumInits() && list->getInit(next) == part;)
      ++next;
    bool isOne = next == i + 1 && i < maxInitialisers;
    if (hasNoPointer(part))
      continue;
    if (!isOne && !some.valid())
      some = add(unit, make(unit, Op::Opaque, unit.context.LongTy, where));
    place.operands = {address, isOne ? constant(unit, i, unit.context.LongTy, where) : some};
    storePart(unit, part, place, type);
  }
}

static bool storeInitialiserList(UnitContext &unit, ValueId address, const InitListExpr *list,
                                 QualType type) {
  if (list->isSemanticForm() || !list->getSemanticForm()) {
  } else {
    list = list->getSemanticForm();
  }
  if (const auto *array = unit.context.getAsArrayType(type)) {
    storeElements(unit, address, list, array);
    return true;
  }
  const auto *record = type->getAsRecordDecl();
  if (!record)
    return false;
  unsigned position = 0;
  for (const FieldDecl *field : record->fields()) {
    if (field->isUnnamedBitField())
      continue;
    if (record->isUnion())
      field = list->getInitializedFieldInUnion();
    if (position >= list->getNumInits() || !field)
      break;
    Instruction place =
        make(unit, Op::Field, unit.context.VoidPtrTy, list->getBeginLoc(), {address});
    const FieldBytes bytes = bytesOf(unit, field);
    place.number = static_cast<int64_t>(bytes.first);
    place.extent = bytes.size;
    const Expr *part = list->getInit(position++);
    if (field->isBitField())
      storeBitField(unit, part, place);
    else
      storePart(unit, part, place, field->getType());
    if (record->isUnion())
      break;
  }
  return true;
}

void lowerInitialiser(UnitContext &unit, const VarDecl *variable) {
  RegionId previous = unit.at.block;
  FunctionId owner = unit.at.function;
  unit.at.block = unit.program.initialisers;
  unit.at.function = FunctionId();
  ValueId place = variableAddress(unit, variable, variable->getLocation());
  if (measure(unit, variable->getInit(), variable->getLocation()))
    storeInitialiser(unit, place, variable->getInit(), variable->getType());
  unit.at.block = previous;
  unit.at.function = owner;
}

} // namespace kasuri
