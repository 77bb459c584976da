#include "analysis/guard/LoopStart.h"

#include <algorithm>

namespace kasuri {

using GuardOp = GuardValue::Op;

namespace {

constexpr unsigned maxSteps = 500; ///< of one proof
constexpr uint64_t smallBytes = 4; ///< an unsigned number of so many is not negative as 64 bits

GuardValue difference(const GuardValue &a, const GuardValue &b) {
  return sum(a, product(b, constantOf(-1)));
}

} // namespace

bool LoopStart::Terms::add(const GuardValue &value, int64_t factor) {
  if (value.op == GuardOp::Constant) {
    int64_t scaled = 0;
    return !__builtin_mul_overflow(value.number, factor, &scaled) &&
           !__builtin_add_overflow(constant, scaled, &constant);
  }
  auto found = std::find_if(terms.begin(), terms.end(),
                            [&](const auto &term) { return term.first == value; });
  if (found == terms.end())
    found = terms.insert(terms.end(), {value, 0});
  const bool isLost = __builtin_add_overflow(found->second, factor, &found->second);
  if (found->second == 0)
    terms.erase(found);
  return !isLost;
}

bool LoopStart::Terms::add(const Terms &other, int64_t factor) {
  return std::all_of(other.terms.begin(), other.terms.end(),
                     [&](const auto &term) {
                       int64_t scaled = 0;
                       return !__builtin_mul_overflow(term.second, factor, &scaled) &&
                              add(term.first, scaled);
                     }) &&
         add(constantOf(other.constant), factor);
}

/// A number that is none of a few operations is a term of its own.
void LoopStart::addNotNegative(const GuardValue &value) {
  Terms fact;
  std::vector<Part> parts = {{&value, 1}};
  while (!parts.empty()) {
    const auto [part, factor] = parts.back();
    parts.pop_back();
    int64_t scaled = factor;
    const bool isScaled =
        part->op == GuardOp::Product && part->operands.back().op == GuardOp::Constant;
    if (part->op == GuardOp::Sum)
      for (const GuardValue &operand : part->operands)
        parts.push_back({&operand, factor});
    else if (isScaled && !__builtin_mul_overflow(factor, part->operands.back().number, &scaled))
      parts.push_back({&part->operands.front(), scaled});
    else if (!fact.add(*part, factor))
      return;
  }
  facts.push_back(std::move(fact));
}

/// What the term is at least; nothing if that is not known.
std::optional<int64_t> LoopStart::leastOf(const GuardValue &term) const {
  if (term.op == GuardOp::LastIteration)
    return 1;
  const uint64_t size = term.op == GuardOp::Loaded     ? static_cast<uint64_t>(term.number)
                        : term.op == GuardOp::Variable ? program[term.object].type.size
                                                       : 0;
  return !term.isSigned && size > 0 && size <= smallBytes ? std::optional<int64_t>(0)
                                                          : std::nullopt;
}

/// Takes away what is not negative, until a constant is left.
bool LoopStart::isPositive(const Terms &terms, unsigned &steps) const {
  if (terms.terms.empty())
    return terms.constant > 0;
  const auto &[term, times] = terms.terms.front();
  if (const auto least = times > 0 ? leastOf(term) : std::nullopt) {
    Terms rest = terms;
    if (++steps < maxSteps && rest.add(term, -times) && rest.add(constantOf(*least), times) &&
        isPositive(rest, steps))
      return true;
  }
  for (const Terms &fact : facts)
    for (const auto &[known, factor] : fact.terms) {
      Terms rest = terms;
      const bool fits = known == term && (factor > 0) == (times > 0) && times % factor == 0;
      if (fits && ++steps < maxSteps && rest.add(fact, -(times / factor)) &&
          isPositive(rest, steps))
        return true;
    }
  return false;
}

/// Of a least number each must be positive, of a greatest any.
bool LoopStart::isPositive(std::vector<Part> parts, Terms terms, unsigned &steps) const {
  while (!parts.empty()) {
    const auto [value, factor] = parts.back();
    parts.pop_back();
    if (++steps >= maxSteps)
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
        return isPositive(std::move(more), terms, steps);
      };
      return (value->op == GuardOp::Most) == (factor > 0)
                 ? std::any_of(value->operands.begin(), value->operands.end(), isPositiveWith)
                 : std::all_of(value->operands.begin(), value->operands.end(), isPositiveWith);
    } else if (!terms.add(*value, factor)) {
      return false;
    }
  }
  return isPositive(terms, steps);
}

bool LoopStart::isPositive(const GuardValue &value) const {
  unsigned steps = 0;
  return isPositive({{&value, 1}}, {}, steps);
}

bool LoopStart::surelyFails(const Guard::Test &test) const {
  const GuardRange &a = test.first, &b = test.second;
  switch (test.kind) {
  case Guard::Test::Kind::Apart:
    return isPositive(difference(a.end, a.low)) && isPositive(difference(b.end, b.low)) &&
           isPositive(difference(a.end, b.low)) && isPositive(difference(b.end, a.low));
  case Guard::Test::Kind::WithinStride: {
    const GuardValue span = difference(a.end, a.low);
    return isPositive(difference(span, test.stride)) && isPositive(sum(span, test.stride));
  }
  case Guard::Test::Kind::NotNegative:
    return isPositive(product(test.stride, constantOf(-1)));
  case Guard::Test::Kind::Distinct:
  case Guard::Test::Kind::RowsApart:
  case Guard::Test::Kind::RowsBeside:
  case Guard::Test::Kind::Elements:
    return false;
  }
  return false;
}

bool LoopStart::surelyFails(const Guard &guard) const {
  return std::any_of(guard.exact.begin(), guard.exact.end(),
                     [&](const auto &each) {
                       const auto &[value, limit] = each;
                       return isPositive(product(value, constantOf(-1))) ||
                              isPositive(difference(value, constantOf(limit)));
                     }) ||
         (!guard.alternatives.empty() &&
          std::all_of(guard.alternatives.begin(), guard.alternatives.end(),
                      [&](const Guard::Test &test) { return surelyFails(test); }));
}

} // namespace kasuri
