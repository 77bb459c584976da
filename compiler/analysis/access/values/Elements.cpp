// Addresses of members and elements.
//
//     g->row[y].cell[x]       (g, row + R y + cell + C x), confined to cell's bytes of one row
//
// An index that is not linear but has a declared bound becomes a symbol with that range, which
// keeps rows and members apart even where the element is unknown. Within a declared array an index
// is in bounds, because C leaves anything else undefined. An index that may come round all of
// memory within a few iterations is not taken as linear.
#include "analysis/access/values/Elements.h"

#include "analysis/access/values/Modular.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// Bytes by which a few iterations may come round all of memory.
bool leapsFar(const Linear &offset) {
  constexpr int64_t far = int64_t(1) << 31;
  return std::any_of(offset.terms().begin(), offset.terms().end(),
                     [](const auto &term) { return std::abs(term.second) >= far; });
}

SymbolicValue evaluateField(WalkContext &walk, ValueId id, const Instruction &value,
                            SymbolicValue address) {
  auto offset = Linear::add(address.offset, Linear(value.number));
  if (!offset)
    return freshHere(walk, id, value.type);
  address.offset = *offset;
  if (value.extent != 0)
    address.confined.narrow(*offset, int64_t(value.extent));
  else if (!value.isScalarMember)
    address.confined.drop();
  return address;
}

/// A number of which only the declared array tells the range.
SymbolicValue subscript(WalkContext &walk, SymbolicValue index) {
  for (const auto &[symbol, coefficient] : index.offset.terms())
    walk.effects.symbols[symbol.index()].isSubscript = true;
  return index;
}

/// The index of an element as a number that is right in the address; nothing if it is not known.
std::optional<SymbolicValue> linearIndex(WalkContext &walk, ValueId id, const Instruction &value) {
  SymbolicValue index = valueOf(walk, value.operands[1]);
  const ValueType &type = walk.program[value.operands[1]].type;
  if (index.kind != Kind::Integer)
    return std::nullopt;
  const bool isShort = index.mayWrap && type.bits != 64;
  if (isAddressWide(walk, type) && value.extent == 0) {
    index = signedIndex(walk, id, index);
  } else if (isShort && (isAddressWide(walk, type) || (!type.isSigned && type.bits <= 32))) {
    const Range declared{0, value.extent != 0 ? int64_t(value.extent) - 1 : unboundedAbove};
    const Range limits = rangeOfType(type);
    const SymbolicValue number =
        numberOf(walk, id, index, {0, std::min(declared.high, limits.high)});
    const bool isProven = number.offset == index.offset;
    index = isProven || declared.high >= limits.high ? number : subscript(walk, number);
  } else if (isShort) {
    return std::nullopt;
  }
  index.offset = withoutOverflow(walk, index.offset);
  return index;
}

} // namespace

SymbolicValue evaluateElement(WalkContext &walk, ValueId id, const Instruction &value) {
  SymbolicValue address = valueOf(walk, value.operands[0]);
  if (address.kind != Kind::Pointer)
    return freshHere(walk, id, value.type);
  if (value.op == Op::Field)
    return evaluateField(walk, id, value, std::move(address));
  if (value.extent != 0)
    address.confined.narrow(address.offset, int64_t(value.extent) * value.number);
  std::optional<SymbolicValue> index = linearIndex(walk, id, value);
  if (!index && value.extent == 0) {
    address.offset = Linear::symbol(newSymbol(walk, id, {}, walk.open.currentLoop()));
    return address;
  }
  if (!index)
    index =
        subscript(walk, bounded(walk, id, {0, int64_t(value.extent) - 1}, walk.open.currentLoop()));
  auto scaled = Linear::scale(index->offset, value.number);
  const bool isSigned = walk.program[value.operands[1]].type.isSigned;
  if (scaled && (index->mayWrap || !isSigned) && leapsFar(*scaled))
    scaled = Linear::symbol(newSymbol(walk, id, {}, varianceOf(walk, {*index})));
  auto offset = scaled ? Linear::add(address.offset, *scaled) : std::nullopt;
  if (!offset)
    return freshHere(walk, id, value.type);
  address.offset = *offset;
  return address;
}

} // namespace kasuri
