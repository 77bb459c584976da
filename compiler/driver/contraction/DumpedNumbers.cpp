#include "driver/contraction/DumpedNumbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>

namespace kasuri {

using llvm::StringRef;

namespace {

constexpr int mostSteps = 8; ///< from a name to what it is made of

struct NamedType {
  StringRef name;
  int bytes = 0; ///< as on a processor with pointers of 8 bytes: elsewhere, fewer types are alike
  bool isUnsigned = false;
};

constexpr std::array<NamedType, 8> known = {{{"int", 4, false},
                                             {"unsigned int", 4, true},
                                             {"long int", 8, false},
                                             {"long unsigned int", 8, true},
                                             {"unsigned long", 8, true},
                                             {"long", 8, false},
                                             {"sizetype", 8, true},
                                             {"ssizetype", 8, false}}};

const NamedType *typeNamed(StringRef name) {
  const auto *its = llvm::find_if(known, [&](const NamedType &each) { return each.name == name; });
  return its == known.end() ? nullptr : its;
}

/// "k" of "k_41" and of "k_4(D)", "_372" of itself.
StringRef withoutNumber(StringRef name) {
  name.consume_back("(D)");
  const auto [front, number] = name.rsplit('_');
  const bool isNumber = !number.empty() && llvm::all_of(number, llvm::isDigit);
  return isNumber && !front.empty() ? front : name;
}

/// Of a literal.
std::optional<uint64_t> numberIn(StringRef text) {
  const bool isNegative = text.consume_front("-");
  uint64_t number = 0;
  if (text.getAsInteger(10, number))
    return std::nullopt;
  return isNegative ? 0 - number : number;
}

uint64_t within(uint64_t value, int bytes) {
  return bytes == 4 ? static_cast<uint32_t>(value) : value;
}

} // namespace

void DumpedNumbers::addDeclaration(StringRef line) {
  const auto [type, name] = line.rsplit(' ');
  if (!isDumpedOperand(name) || isDumpedInteger(name))
    return;
  const NamedType *its = typeNamed(type);
  const Type made = its ? Type{its->bytes, its->isUnsigned} : Type();
  const auto [place, isNew] = types.try_emplace(name, made);
  if (!isNew && (place->second.bytes != made.bytes || place->second.isUnsigned != made.isUnsigned))
    place->second = {};
}

void DumpedNumbers::add(const DumpedStatement &statement) {
  values[statement.name] = statement.value;
}

void DumpedNumbers::add(unsigned block, const DumpedPhi &phi) { phis[phi.name] = {block, phi}; }

DumpedNumbers::Type DumpedNumbers::typeOf(StringRef name) const {
  return types.lookup(withoutNumber(name));
}

bool DumpedNumbers::isUnsigned(StringRef name) const { return typeOf(name).isUnsigned; }

void DumpedNumbers::add(Sum &sum, const Sum &other, uint64_t factor, int bytes) {
  sum.constant = within(sum.constant + factor * other.constant, bytes);
  for (const auto &[name, times] : other.terms) {
    uint64_t &its = sum.terms[name];
    its = within(its + factor * times, bytes);
    if (its == 0)
      sum.terms.erase(name);
  }
}

/// Nothing for what is of another size.
std::optional<DumpedNumbers::Sum> DumpedNumbers::sumOf(StringRef operand, Reach reach) const {
  if (const auto number = numberIn(operand))
    return Sum{within(*number, reach.bytes), {}};
  if (typeOf(operand).bytes != reach.bytes)
    return std::nullopt;
  std::optional<Sum> made;
  if (reach.steps-- > 0) {
    if (const auto value = values.find(operand); value != values.end())
      made = computedSum(value->second, reach);
    else if (const auto phi = phis.find(operand); phi != phis.end() && reach.hasRounds)
      made = countedSum(phi->second, reach);
  }
  return made ? made : Sum{0, {{operand.str(), 1}}};
}

std::optional<DumpedNumbers::Sum> DumpedNumbers::computedSum(StringRef value, Reach reach) const {
  if (value.starts_with("(")) {
    const auto [type, operand] = value.drop_front().split(") ");
    const NamedType *its = typeNamed(type);
    return its && its->bytes == reach.bytes && isDumpedOperand(operand) ? sumOf(operand, reach)
                                                                        : std::nullopt;
  }
  for (const bool isSum : {true, false})
    if (const auto operands = dumpedOperandsOf(value, isSum ? " + " : " - ")) {
      std::optional<Sum> sum = sumOf(operands->first, reach);
      const std::optional<Sum> other = sumOf(operands->second, reach);
      if (!sum || !other)
        return std::nullopt;
      add(*sum, *other, isSum ? 1 : UINT64_MAX, reach.bytes);
      return sum;
    }
  return std::nullopt;
}

/// Of what a loop counts: in each round it grows by a number.
std::optional<DumpedNumbers::Sum> DumpedNumbers::countedSum(const Phi &phi, Reach reach) const {
  const auto &values = phi.its.values;
  if (values.size() != 2)
    return std::nullopt;
  for (const size_t back : {0, 1}) {
    const auto next = sumOf(values[back].first, {reach.bytes, mostSteps, false});
    if (!next || *next != Sum{next->constant, {{phi.its.name.str(), 1}}})
      continue;
    std::optional<Sum> sum = sumOf(values[1 - back].first, reach);
    const std::string round =
        "round " + std::to_string(phi.block) + " from " + std::to_string(values[back].second);
    if (sum && next->constant != 0)
      add(*sum, Sum{0, {{round, 1}}}, next->constant, reach.bytes);
    return sum;
  }
  return std::nullopt;
}

std::optional<DumpedNumbers::Difference> DumpedNumbers::between(StringRef first,
                                                                StringRef second) const {
  const int bytes = typeOf(first).bytes;
  if (bytes == 0)
    return std::nullopt;
  std::optional<Sum> sum = sumOf(first, {bytes, mostSteps});
  const std::optional<Sum> other = sumOf(second, {bytes, mostSteps});
  if (!sum || !other)
    return std::nullopt;
  add(*sum, *other, UINT64_MAX, bytes);
  if (sum->terms.empty())
    return Difference{sum->constant, ""};
  const auto &[name, times] = *sum->terms.begin();
  const auto phi = phis.find(name);
  return sum->terms.size() == 1 && times == within(UINT64_MAX, bytes) && phi != phis.end()
             ? std::optional(Difference{sum->constant, phi->second.its.name})
             : std::nullopt;
}

bool DumpedNumbers::areEqual(StringRef first, StringRef second) const {
  const auto its = between(first, second);
  return its && its->number == 0 && its->without.empty();
}

bool DumpedNumbers::isOneLess(StringRef first, StringRef second) const {
  const auto its = between(first, second);
  return its && its->without.empty() && its->number == within(UINT64_MAX, typeOf(first).bytes);
}

} // namespace kasuri
