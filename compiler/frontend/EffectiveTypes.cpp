// The type by which an lvalue accesses memory, where it tells what the access may be to.
//
//     m->data[i]    a floating-point number of 8 bytes         *bytes    a character: anything
//     u.whole       a member of a union: any of its members    *(int *)&f    meant to be read anew
//
// C (6.5) tells more types apart than this. Programs and compilers are not so strict, so these are
// one: signed and unsigned numbers, enumerations and all integers of one size, floating-point types
// of one size, complex numbers and their parts, all pointers. These may access anything: types of
// one byte, structures as a whole, bit-fields, vectors, atomics, what is reached through a union,
// types and structures with the attribute `may_alias`, and numbers read through a cast of a pointer
// to numbers of another type.
//
// A unit whose compiler is told not to rely on this has no such types at all.
#include "frontend/Lower.h"
#include "frontend/UnitTraits.h"

namespace kasuri {

using namespace clang;

namespace {

bool hasMayAlias(QualType type) {
  while (true) {
    if (const auto *tag = type->getAsTagDecl(); tag && tag->hasAttr<MayAliasAttr>())
      return true;
    const auto *named = type->getAs<TypedefType>();
    if (!named)
      return false;
    if (named->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    type = named->desugar();
  }
}

/// Of a scalar type.
EffectiveType classOf(const UnitContext &unit, QualType type) {
  if (hasMayAlias(type) || type->isAtomicType() || type->isVectorType() || type->isBitIntType())
    return {};
  type = type.getCanonicalType();
  if (const auto *complex = type->getAs<ComplexType>())
    return classOf(unit, complex->getElementType());
  const ValueType value = typeOf(unit, type);
  const bool isNumber =
      value.kind == ValueType::Kind::Integer || value.kind == ValueType::Kind::Floating;
  if (value.kind == ValueType::Kind::Pointer)
    return {value.kind, 0};
  return isNumber && value.size > 1 && value.size <= 16
             ? EffectiveType{value.kind, static_cast<uint8_t>(value.size)}
             : EffectiveType();
}

/// What the pointer leads to is read as something else.
bool isPun(const UnitContext &unit, const CastExpr *cast) {
  const QualType from = cast->getSubExpr()->getType(), to = cast->getType();
  if (!from->isPointerType() || !to->isPointerType())
    return !from->isArrayType() && !from->isFunctionType();
  if (hasMayAlias(to->getPointeeType()) || hasMayAlias(from->getPointeeType()))
    return true;
  const EffectiveType source = classOf(unit, from->getPointeeType());
  return !source.mayAccessAny() && source != classOf(unit, to->getPointeeType());
}

/// The operand that the lvalue is a part of, or that the pointer is computed from; null: it is a
/// variable, or a pointer that is loaded, returned or chosen.
const Expr *towardsObject(const Expr *part) {
  if (const auto *member = dyn_cast<MemberExpr>(part))
    return member->getBase();
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(part))
    return element->getBase();
  if (const auto *unary = dyn_cast<UnaryOperator>(part))
    return unary->getSubExpr();
  if (const auto *cast = dyn_cast<CastExpr>(part))
    return cast->getCastKind() == CK_LValueToRValue ? nullptr : cast->getSubExpr();
  if (const auto *sum = dyn_cast<BinaryOperator>(part); sum && sum->isAdditiveOp())
    return sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
  return nullptr;
}

/// This step towards the object says that its type may be another one than the lvalue's.
bool mayBeAnother(const UnitContext &unit, const Expr *part) {
  const QualType type = part->getType();
  if (hasMayAlias(type) || (type->isPointerType() && hasMayAlias(type->getPointeeType())))
    return true;
  if (const auto *member = dyn_cast<MemberExpr>(part)) {
    const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    return !field || field->isBitField() || field->getParent()->isUnion();
  }
  const auto *cast = dyn_cast<CastExpr>(part);
  return cast && cast->getCastKind() != CK_LValueToRValue && isPun(unit, cast);
}

bool isKnownForm(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  return isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, UnaryOperator>(lvalue);
}

/// The last flag counts.
bool isRelaxedBy(const std::vector<std::string> &flags) {
  bool isRelaxed = false;
  for (const std::string &flag : flags)
    if (flag == "-fno-strict-aliasing" || flag == "-fstrict-aliasing")
      isRelaxed = flag == "-fno-strict-aliasing";
  return isRelaxed;
}

} // namespace

EffectiveType effectiveTypeOf(const UnitContext &unit, const Expr *lvalue) {
  if (!unit.hasEffectiveTypes || !isKnownForm(lvalue))
    return {};
  for (const Expr *part = lvalue->IgnoreParens(); part;) {
    if (mayBeAnother(unit, part))
      return {};
    const Expr *next = towardsObject(part);
    part = next ? next->IgnoreParens() : nullptr;
  }
  return classOf(unit, lvalue->getType());
}

bool reliesOnEffectiveTypes(const UnitContext &unit) {
  if (isRelaxedBy(unit.input.arguments) || isRelaxedBy(unit.input.compilerArguments))
    return false;
  return !anyText(unit, UnitTexts::All, [](llvm::StringRef text) {
    return text.contains("no-strict-aliasing"); // GCC has it for single functions, too
  });
}

} // namespace kasuri
