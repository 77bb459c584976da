// Loads and stores: which bytes an lvalue that is only a part of something reads and writes.
//
//     s.flag = 1     all bit-fields next to each other, as one: C11 calls them one memory location
//     v[k] += x      the whole vector: compilers load it, insert the element and store it
//     __real__ z     the whole variable, or one part of memory, if a part is ever stored
//
// Two threads that store to different parts of such a thing disturb each other, so an access is to
// all that a compiler may touch for it. The rest of the bytes keeps what it held: such a store is
// partial, or stores what was loaded before, with the part changed.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

static Instruction accessTo(const UnitContext &unit, Op op, const Expr *lvalue,
                            std::vector<ValueId> operands);

namespace {

/// The vector of which the lvalue is an element; null: it is none.
const Expr *vectorOf(const Expr *lvalue) {
  const auto *element = dyn_cast<ArraySubscriptExpr>(lvalue->IgnoreParens());
  const Expr *base = element ? element->getBase() : nullptr;
  return base && base->getType()->isVectorType() ? base : nullptr;
}

/// The variable `z` of `__real__ z` or `__imag__ z`; null: the lvalue is another one.
const VarDecl *wholeOfHalf(const Expr *lvalue) {
  const auto *half = dyn_cast<UnaryOperator>(lvalue->IgnoreParens());
  bool isHalf = half && (half->getOpcode() == UO_Real || half->getOpcode() == UO_Imag);
  const auto *name = isHalf ? dyn_cast<DeclRefExpr>(half->getSubExpr()->IgnoreParens()) : nullptr;
  return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

/// Counts what names a half of a variable, but for its value.
class HalfFinder : public DynamicRecursiveASTVisitor {
public:
  std::map<const VarDecl *, int> uses;
  bool VisitUnaryOperator(UnaryOperator *unary) override {
    if (const VarDecl *variable = unary->isGLValue() ? wholeOfHalf(unary) : nullptr)
      ++uses[variable];
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *value) override {
    if (value->getCastKind() == CK_LValueToRValue)
      if (const VarDecl *variable = wholeOfHalf(value->getSubExpr()))
        --uses[variable];
    return true;
  }
};

/// Is a half of it more than read?
bool isStoredInHalves(const VarDecl *variable) {
  const auto *around = dyn_cast<FunctionDecl>(variable->getParentFunctionOrMethod());
  HalfFinder finder;
  if (around && around->hasBody())
    finder.TraverseStmt(around->getBody());
  return finder.uses[variable] > 0;
}

const FieldDecl *bitFieldOf(const Expr *lvalue) {
  const auto *access = dyn_cast<MemberExpr>(lvalue->IgnoreParens());
  const auto *field = access ? dyn_cast<FieldDecl>(access->getMemberDecl()) : nullptr;
  return field && field->isBitField() ? field : nullptr;
}

} // namespace

/// What a compiler may store when it stores to the member: of a bit-field, all those around it that
/// nothing separates.
FieldBytes bytesOf(const UnitContext &unit, const FieldDecl *field) {
  const uint64_t bits = unit.context.getCharWidth();
  if (!field->isBitField())
    return {unit.context.getFieldOffset(field) / bits, sizeOf(unit, field->getType())};
  uint64_t first = 0, end = 0; // in bits
  bool isFound = false;
  for (const FieldDecl *each : field->getParent()->fields()) {
    const bool isAlone = !each->isBitField() || each->isZeroLengthBitField();
    const uint64_t start = unit.context.getFieldOffset(each);
    if (isAlone || each->getParent()->isUnion() || first == end) {
      if (isFound)
        break;
      first = end = start;
    }
    if (!isAlone)
      end = start + each->getBitWidthValue();
    isFound |= each == field;
  }
  return {first / bits, (end + bits - 1) / bits - first / bits};
}

ValueId load(UnitContext &unit, ValueId address, const Expr *lvalue) {
  QualType type = lvalue->getType();
  if (const Expr *vector = vectorOf(lvalue)) {
    ValueId whole = load(unit, address, vector);
    return add(unit,
               make(unit, Op::Opaque, type.getUnqualifiedType(), lvalue->getExprLoc(), {whole}));
  }
  return add(unit, accessTo(unit, Op::Load, lvalue, {address}), lvalue);
}

void store(UnitContext &unit, ValueId address, ValueId value, const Expr *lvalue) {
  if (const Expr *vector = vectorOf(lvalue)) {
    ValueId whole = load(unit, address, vector);
    value = add(unit, make(unit, Op::Opaque, vector->getType().getUnqualifiedType(),
                           lvalue->getExprLoc(), {whole, value}));
    lvalue = vector;
  }
  add(unit, accessTo(unit, Op::Store, lvalue, {address, value}), lvalue);
}

/// A Load or Store.
static Instruction accessTo(const UnitContext &unit, Op op, const Expr *lvalue,
                            std::vector<ValueId> operands) {
  QualType type = lvalue->getType();
  Instruction access =
      make(unit, op, type.getUnqualifiedType(), lvalue->getExprLoc(), std::move(operands));
  access.isVolatile = type.isVolatileQualified() || type->isAtomicType();
  if (const FieldDecl *field = bitFieldOf(lvalue)) {
    access.partial = true;
    access.type.size = bytesOf(unit, field).size;
  }
  access.effective = effectiveTypeOf(unit, lvalue);
  access.text = textOf(unit, lvalue);
  return access;
}

/// Remembers what the instruction was made from.
ValueId add(UnitContext &unit, Instruction instruction, const Expr *from) {
  ValueId id = add(unit, std::move(instruction));
  unit.builder.sources.expressionOf[id] = from;
  return id;
}

/// The value of `__real__ z` where `z` is a variable of which no half is stored: all of it is read.
ValueId partOfVariable(UnitContext &unit, const Expr *lvalue) {
  const VarDecl *variable = wholeOfHalf(lvalue);
  if (!variable || !variable->hasLocalStorage() || isStoredInHalves(variable))
    return {};
  const Expr *whole = cast<UnaryOperator>(lvalue->IgnoreParens())->getSubExpr()->IgnoreParens();
  ValueId value = load(unit, address(unit, whole), whole);
  return add(unit, make(unit, Op::Opaque, lvalue->getType().getUnqualifiedType(),
                        lvalue->getExprLoc(), {value}));
}

ValueId lowerMember(UnitContext &unit, const MemberExpr *expression) {
  ValueId base = expression->isArrow() ? rvalue(unit, expression->getBase())
                                       : address(unit, expression->getBase());
  const auto *field = dyn_cast<FieldDecl>(expression->getMemberDecl());
  Instruction instruction =
      make(unit, Op::Field, unit.context.VoidPtrTy, expression->getExprLoc(), {base});
  if (!field)
    return add(unit,
               make(unit, Op::Opaque, unit.context.VoidPtrTy, expression->getExprLoc(), {base}));
  const FieldBytes bytes = bytesOf(unit, field);
  instruction.number = static_cast<int64_t>(bytes.first);
  instruction.isScalarMember = expression->getType()->isScalarType();
  instruction.extent =
      instruction.isScalarMember || expression->getType()->isIncompleteType() ||
              expression->isFlexibleArrayMemberLike(
                  unit.context, LangOptions::StrictFlexArraysLevelKind::OneZeroOrIncomplete)
          ? 0
          : std::max<uint64_t>(1, bytes.size);
  return add(unit, instruction);
}

} // namespace kasuri
