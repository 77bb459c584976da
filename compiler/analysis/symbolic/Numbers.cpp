// Integers as symbolic values. The ends of 64-bit types are taken as unbounded: a linear expression
// is computed in 64 bits, so that ends near its own say nothing.
#include "analysis/symbolic/Numbers.h"

namespace kasuri {

Range rangeOfType(const ValueType &type) {
  if (type.kind != ValueType::Kind::Integer || type.bits == 0 || type.bits >= 63)
    return type.isSigned || type.kind != ValueType::Kind::Integer ? Range{}
                                                                  : Range{0, unboundedAbove};
  if (type.isSigned)
    return {-(int64_t(1) << (type.bits - 1)), (int64_t(1) << (type.bits - 1)) - 1};
  return {0, (int64_t(1) << type.bits) - 1};
}

SymbolicValue integer(Linear offset) {
  SymbolicValue value;
  value.kind = SymbolicValue::Kind::Integer;
  value.offset = std::move(offset);
  return value;
}

SymbolId symbolOf(const SymbolicValue &value) {
  const auto &terms = value.offset.terms();
  const bool isIt = value.kind == SymbolicValue::Kind::Integer && terms.size() == 1 &&
                    terms[0].second == 1 && value.offset.constant() == 0;
  return isIt ? terms[0].first : SymbolId();
}

} // namespace kasuri
