#include "analysis/guard/LoopStart.h"

#include "analysis/support/Linear.h"

#include <algorithm>
#include <numeric>

namespace kasuri {

using GuardOp = GuardValue::Op;
using Kind = Guard::Test::Kind;

namespace {

constexpr unsigned maxSteps = 500, maxDepth = 12; ///< of one proof
constexpr uint64_t smallBytes = 4; ///< an unsigned number of so many is not negative as 64 bits

GuardValue negative(const GuardValue &value) { return product(value, constantOf(-1)); }
GuardValue difference(const GuardValue &a, const GuardValue &b) { return sum(a, negative(b)); }

/// What the atom is at least; nothing if that is not known.
std::optional<int64_t> leastOf(const Program &program, const GuardValue &atom, int64_t leastLast) {
  if (atom.op == GuardOp::LastIteration)
    return leastLast;
  const uint64_t size = atom.op == GuardOp::Loaded     ? static_cast<uint64_t>(atom.number)
                        : atom.op == GuardOp::Variable ? program[atom.object].type.size
                                                       : 0;
  return !atom.isSigned && size > 0 && size <= smallBytes ? std::optional<int64_t>(0)
                                                          : std::nullopt;
}

/// The test holds where one of these is 0 or more, and only there; the last two of four only if a
/// range has no byte. None: that cannot be said by inequalities.
std::vector<GuardValue> waysToHold(const Guard::Test &test) {
  const GuardRange &a = test.first, &b = test.second;
  switch (test.kind) {
  case Kind::Apart:
    return {difference(b.low, a.end), difference(a.low, b.end), difference(a.low, a.end),
            difference(b.low, b.end)};
  case Kind::WithinStride:
    return {difference(test.stride, difference(a.end, a.low)),
            difference(negative(test.stride), difference(a.end, a.low))};
  case Kind::NotNegative:
    return {test.stride};
  default:
    return {};
  }
}

constexpr size_t waysWithBytes = 2;

} // namespace

// Facts.

/// number * factor + other * otherFactor + constant
void LoopStart::addNotNegative(std::optional<Terms> number, int64_t factor, const Terms &other,
                               int64_t otherFactor, int64_t constant) {
  Terms fact;
  if (number && fact.add(*number, factor) && fact.add(other, otherFactor) &&
      fact.add(Terms::Monomial(), constant))
    facts.push_back(std::move(fact));
}

void LoopStart::addNotNegative(const GuardValue &value) {
  addNotNegative(termsOf(value), 1, {}, 0, 0);
}

void LoopStart::setAddress(ObjectId variable, const GuardValue &address) {
  const GuardValue known = withAddresses(address);
  if (known != GuardValue{.op = GuardOp::Variable, .object = variable})
    addresses.try_emplace(variable, known);
}

/// With what is known of the variables in it.
GuardValue LoopStart::withAddresses(const GuardValue &value) const {
  if (value.op == GuardOp::Variable) {
    const auto found = addresses.find(value.object);
    return found == addresses.end() ? value : found->second;
  }
  if (addresses.empty() || value.operands.empty())
    return value;
  GuardValue result = value;
  for (GuardValue &operand : result.operands)
    operand = withAddresses(operand);
  if (value.op != GuardOp::Sum)
    return result;
  GuardValue total;
  for (const GuardValue &operand : result.operands)
    total = sum(total, operand);
  return total;
}

void LoopStart::setLastIteration(const GuardValue &value) {
  last = termsOf(value);
  addNotNegative(last, 1, {}, 0, -leastLast);
}

/// It is less than one away from what is divided, and no more than that if nothing is negative.
void LoopStart::learnQuotient(const GuardValue &quotient, const Terms &number) {
  const int64_t divisor = quotient.number;
  const auto dividend = termsOf(quotient.operands.front());
  Terms above = dividend.value_or(Terms());
  Effort effort;
  const bool isRoundedDown = above.add(Terms::Monomial(), 1) && isPositive(above, effort);
  addNotNegative(dividend, 1, number, -divisor, isRoundedDown ? 0 : divisor - 1);
  addNotNegative(dividend, -1, number, divisor, divisor - 1);
  if (isRoundedDown)
    addNotNegative(number, 1, {}, 0, 0);
}

/// What is known of each number of its kind.
void LoopStart::learn(const GuardValue &atom, const Terms &number) {
  if (const auto least = leastOf(program, atom, leastLast))
    addNotNegative(number, 1, {}, 0, -*least);
  if (atom.op == GuardOp::Quotient)
    learnQuotient(atom, number);
  if (atom.op == GuardOp::Least || atom.op == GuardOp::Most)
    for (const GuardValue &operand : atom.operands) {
      const int64_t sign = atom.op == GuardOp::Least ? 1 : -1;
      addNotNegative(termsOf(operand), sign, number, -sign, 0);
    }
}

LoopStart::Terms LoopStart::atomOf(const GuardValue &value) {
  const auto found = std::find(atoms.begin(), atoms.end(), value);
  Terms number;
  number.add({static_cast<uint32_t>(found - atoms.begin())}, 1);
  if (found == atoms.end()) {
    atoms.push_back(value);
    learn(value, number);
  }
  return number;
}

/// Nothing if it gets too long.
std::optional<LoopStart::Terms> LoopStart::termsOf(const GuardValue &given) {
  const GuardValue value = withAddresses(given);
  if (value.op == GuardOp::LastIteration && last)
    return last;
  if (value.op != GuardOp::Constant && value.op != GuardOp::Sum && value.op != GuardOp::Product)
    return atomOf(value);
  Terms total;
  bool fits = total.add(Terms::Monomial(), value.op == GuardOp::Product ? 1 : value.number);
  for (const GuardValue &operand : value.operands) {
    auto part = fits ? termsOf(operand) : std::nullopt;
    if (value.op == GuardOp::Sum) {
      fits = part && total.add(*part);
    } else {
      auto both = part ? Terms::multiply(total, *part) : std::nullopt;
      fits = both.has_value();
      total = both.value_or(Terms());
    }
  }
  return fits ? std::optional(total) : std::nullopt;
}

// Proofs.

/// The monomial with this sign, as a part of a number that is not negative.
bool LoopStart::anyNotNegative(const Terms::Monomial &monomial, bool isNegative, Effort &effort,
                               const std::function<bool(const Terms &)> &isWanted) const {
  auto hasIt = [&](const Terms &number) {
    const int64_t its = number.coefficientOf(monomial);
    return its != 0 && (its < 0) == isNegative;
  };
  if (std::any_of(facts.begin(), facts.end(),
                  [&](const Terms &fact) { return hasIt(fact) && isWanted(fact); }))
    return true;
  if (monomial.size() < 2 || effort.steps >= maxSteps)
    return false;
  const Terms::Monomial first(monomial.begin(), monomial.begin() + 1);
  const Terms::Monomial others(monomial.begin() + 1, monomial.end());
  auto multipliesBy = [&](bool isFirstNegative) {
    return anyNotNegative(first, isFirstNegative, effort, [&](const Terms &one) {
      return anyNotNegative(others, isFirstNegative != isNegative, effort, [&](const Terms &other) {
        if (++effort.steps >= maxSteps)
          return false;
        const auto both = Terms::multiply(one, other);
        return both && hasIt(*both) && isWanted(*both);
      });
    });
  };
  return multipliesBy(false) || multipliesBy(true);
}

/// Takes away what is not negative, the longest product first, until a constant is left.
bool LoopStart::isPositive(const Terms &terms, Effort &effort) const {
  const auto longest = std::max_element(
      terms.terms().begin(), terms.terms().end(),
      [](const auto &a, const auto &b) { return a.first.size() < b.first.size(); });
  if (longest == terms.terms().end() || longest->first.empty())
    return longest != terms.terms().end() && longest->second > 0;
  if (effort.depth == maxDepth || effort.steps >= maxSteps)
    return false;
  const auto &[monomial, times] = *longest;
  ++effort.depth;
  const bool isFound = anyNotNegative(
      monomial, times < 0, effort, [&, monomial = monomial, times = times](const Terms &known) {
        const int64_t factor = known.coefficientOf(monomial), common = std::gcd(factor, times);
        Terms rest;
        return ++effort.steps < maxSteps && rest.add(terms, std::abs(factor) / common) &&
               rest.add(known, -std::abs(times) / common) && isPositive(rest, effort);
      });
  --effort.depth;
  return isFound;
}

/// Of a least number each must be positive, of a greatest any.
bool LoopStart::isPositive(std::vector<Part> parts, Terms terms, Effort &effort) {
  while (!parts.empty()) {
    const auto [value, factor] = parts.back();
    parts.pop_back();
    if (++effort.steps >= maxSteps)
      return false;
    int64_t scaled = 0;
    const bool isScaled = value->op == GuardOp::Product &&
                          value->operands.back().op == GuardOp::Constant &&
                          !__builtin_mul_overflow(factor, value->operands.back().number, &scaled);
    if (value->op == GuardOp::Sum) {
      for (const GuardValue &operand : value->operands)
        parts.push_back({&operand, factor});
    } else if (isScaled) {
      parts.push_back({&value->operands.front(), scaled});
    } else if (value->op == GuardOp::Least || value->op == GuardOp::Most) {
      auto isPositiveWith = [&, factor = factor](const GuardValue &operand) {
        std::vector<Part> more = parts;
        more.push_back({&operand, factor});
        return isPositive(std::move(more), terms, effort);
      };
      return (value->op == GuardOp::Most) == (factor > 0)
                 ? std::any_of(value->operands.begin(), value->operands.end(), isPositiveWith)
                 : std::all_of(value->operands.begin(), value->operands.end(), isPositiveWith);
    } else {
      const auto number = termsOf(*value);
      if (!number || !terms.add(*number, factor))
        return false;
    }
  }
  return isPositive(terms, effort);
}

bool LoopStart::isPositive(const GuardValue &value) {
  Effort effort;
  return isPositive({{&value, 1}}, {}, effort);
}

bool LoopStart::isLess(const GuardValue &less, const GuardValue &more) {
  return isPositive(difference(more, less));
}

// Guards.

bool LoopStart::surelyFails(const Guard::Test &test) {
  const GuardRange &a = test.first, &b = test.second;
  if (test.kind == Kind::Apart) // neither is empty
    return isLess(b.low, a.end) && isLess(a.low, b.end);
  const GuardValue span = difference(a.end, a.low);
  if (test.kind == Kind::WithinStride)
    return isLess(test.stride, span) && isPositive(sum(span, test.stride));
  return test.kind == Kind::NotNegative && isLess(test.stride, constantOf(0));
}

bool LoopStart::surelyFails(const Guard &guard) {
  return std::any_of(guard.exact.begin(), guard.exact.end(),
                     [&](const auto &each) {
                       const auto &[value, limit] = each;
                       return isLess(value, constantOf(0)) || isLess(constantOf(limit), value);
                     }) ||
         (!guard.alternatives.empty() &&
          std::all_of(guard.alternatives.begin(), guard.alternatives.end(),
                      [&](const Guard::Test &test) { return surelyFails(test); }));
}

void LoopStart::addExact(const Guard &guard) {
  for (const auto &[value, limit] : guard.exact) {
    addNotNegative(value);
    addNotNegative(difference(constantOf(limit), value));
  }
}

/// All ways in which the first guard may hold make the others fail.
bool LoopStart::surelyFail(std::span<const Guard> guards) const {
  if (guards.empty())
    return false;
  LoopStart first = *this;
  if (first.surelyFails(guards.front()))
    return true;
  first.addExact(guards.front());
  const auto others = guards.subspan(1);
  if (others.empty())
    return false;
  std::vector<GuardValue> ways;
  for (const Guard::Test &test : guards.front().alternatives) {
    const std::vector<GuardValue> its = waysToHold(test);
    if (its.empty())
      return first.surelyFail(others);
    const size_t number = std::min(its.size(), waysWithBytes);
    ways.insert(ways.end(), its.begin(), its.begin() + static_cast<ptrdiff_t>(number));
  }
  return ways.empty() ? first.surelyFail(others)
                      : std::ranges::all_of(ways, [&](const GuardValue &way) {
                          LoopStart holding = first;
                          holding.addNotNegative(way);
                          return holding.surelyFail(others);
                        });
}

bool LoopStart::surelyHolds(const Guard::Test &test) {
  return std::ranges::any_of(waysToHold(test),
                             [&](const GuardValue &way) { return isLess(constantOf(-1), way); });
}

bool LoopStart::areExact(const Guard &guard) {
  return std::ranges::all_of(guard.exact, [&](const auto &each) {
    const auto &[value, limit] = each;
    return isLess(constantOf(-1), value) &&
           (limit == unboundedAbove || isLess(value, sum(constantOf(limit), constantOf(1))));
  });
}

bool LoopStart::surelyHolds(const Guard &guard) {
  return areExact(guard) && (guard.alternatives.empty() ||
                             std::ranges::any_of(guard.alternatives, [&](const Guard::Test &test) {
                               return surelyHolds(test);
                             }));
}

/// All ways in which it may hold must make the guard hold.
bool LoopStart::surelyHoldsWith(const Guard &guard, const Guard &other) const {
  LoopStart known = *this;
  known.addExact(other);
  if (other.alternatives == guard.alternatives)
    return known.areExact(guard);
  std::vector<GuardValue> ways;
  for (const Guard::Test &test : other.alternatives) {
    const std::vector<GuardValue> its = waysToHold(test);
    if (its.empty())
      return false;
    ways.insert(ways.end(), its.begin(), its.end());
  }
  return !ways.empty() && std::ranges::all_of(ways, [&](const GuardValue &way) {
    LoopStart holding = known;
    holding.addNotNegative(way);
    return holding.surelyHolds(guard);
  });
}

} // namespace kasuri
