// Elements in swapped order within larger ones, as where the most significant byte of each word is
// the first pixel of an image in it.
//
//     uint32_t *line;
//     *(uint8_t *)((uintptr_t)((uint8_t *)line + j) ^ 3)      ((uint8_t *)line)[j ^ 3]
//     *(uint16_t *)((uintptr_t)((uint16_t *)line + j) ^ 2)    ((uint16_t *)line)[j ^ 1]
//
// `line` is a multiple of the alignment of what it is declared to point to: a pointer that is not
// has no defined value in C (6.3.2.3, 6.5.3.2). So the address has no bit in common with a mask
// below the alignment, and the mask changes the bits of the offset alone, whatever its sign. The
// offset is a multiple of the size of an element. If the mask is one, too, the bits of the index
// change. The pointer then never is a number for the analyses, and the place is an element of what
// `line` points to.
//
// A typedef with a lowered alignment has that one. Structures do not count.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

namespace {

/// Conversions between pointers keep the value.
const Expr *withoutPointerCasts(const Expr *pointer) {
  while (true) {
    pointer = pointer->IgnoreParens();
    const auto *cast = dyn_cast<CastExpr>(pointer);
    if (!cast || (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp) ||
        !cast->getSubExpr()->getType()->isPointerType())
      return pointer;
    pointer = cast->getSubExpr();
  }
}

/// In bytes, of every value of the expression; 1: unknown.
int64_t alignmentOf(const UnitContext &unit, const Expr *pointer) {
  int64_t most = 1;
  for (const Expr *each = pointer;; each = cast<CastExpr>(each)->getSubExpr()->IgnoreParens()) {
    const QualType pointee = each->getType()->getPointeeType();
    if (!pointee.isNull() && pointee->isArithmeticType())
      most = std::max(most, unit.context.getTypeAlignInChars(pointee).getQuantity());
    if (each == withoutPointerCasts(pointer))
      return most;
  }
}

/// The operation `pointer + index` on elements of one or more bytes.
const BinaryOperator *sumIn(const UnitContext &unit, const Expr *number) {
  const auto *cast = dyn_cast<CastExpr>(number->IgnoreParens());
  if (!cast || cast->getCastKind() != CK_PointerToIntegral ||
      unit.context.getIntWidth(cast->getType()) != unit.context.getTypeSize(unit.context.VoidPtrTy))
    return nullptr;
  const auto *sum = dyn_cast<BinaryOperator>(withoutPointerCasts(cast->getSubExpr()));
  const bool isSum = sum && sum->getOpcode() == BO_Add && sum->getLHS()->getType()->isPointerType();
  return isSum && sum->getLHS()->getType()->getPointeeType()->isIntegerType() ? sum : nullptr;
}

} // namespace

std::optional<SwappedElement> swappedElementIn(const UnitContext &unit, const Expr *number) {
  const auto *swap = dyn_cast<BinaryOperator>(number->IgnoreParens());
  if (!swap || swap->getOpcode() != BO_Xor || !swap->getType()->isIntegerType())
    return std::nullopt;
  const BinaryOperator *sum = sumIn(unit, swap->getLHS()->IgnoreParens());
  const auto mask = swap->getRHS()->getIntegerConstantExpr(unit.context);
  if (!sum || !mask || mask->isNegative() || mask->getActiveBits() > 8)
    return std::nullopt;
  const int64_t size =
      unit.context.getTypeSizeInChars(sum->getLHS()->getType()->getPointeeType()).getQuantity();
  const int64_t bits = mask->getExtValue();
  if (bits % size != 0 || bits >= alignmentOf(unit, sum->getLHS()->IgnoreParens()))
    return std::nullopt;
  return SwappedElement{sum->getLHS(), sum->getRHS(), size, bits / size};
}

ValueId lowerSwappedElement(UnitContext &unit, const SwappedElement &swapped, const Expr *at) {
  const clang::SourceLocation where = at->getExprLoc();
  const QualType wide = unit.context.getIntPtrType();
  const ValueId start = rvalue(unit, swapped.start);
  const ValueId index =
      convert(unit, rvalue(unit, swapped.index), swapped.index->getType(), wide, where);
  const ValueId mask = constant(unit, swapped.mask, wide, where);
  const ValueId other = add(unit, make(unit, Op::Xor, wide, where, {index, mask}));
  Instruction step = make(unit, Op::Element, unit.context.VoidPtrTy, where, {start, other});
  step.number = swapped.size;
  return add(unit, step);
}

} // namespace kasuri
