// Arithmetic on what a program can compute in front of a loop, folded as far as constants go.
//
// A sum keeps its constant as its last operand, so that of two sums which differ by a constant the
// lesser one is known: of the rows of a stencil the range has one end each, not one for each read.
#include "analysis/guard/Guards.h"

#include <algorithm>

namespace kasuri {

namespace {

using Operator = GuardValue::Op;

/// Terms without the constant, and the constant.
std::pair<std::vector<GuardValue>, int64_t> split(const GuardValue &value) {
  if (value.op == Operator::Constant)
    return {{}, value.number};
  if (value.op != Operator::Sum)
    return {{value}, 0};
  std::vector<GuardValue> terms = value.operands;
  int64_t constant = 0;
  if (terms.back().op == Operator::Constant) {
    constant = terms.back().number;
    terms.pop_back();
  }
  return {std::move(terms), constant};
}

/// The extreme of both where they, or one of the values that `a` is the extreme of and `b`, differ
/// by a constant.
std::optional<GuardValue> folded(const GuardValue &a, const GuardValue &b, bool isMost) {
  if (a.op == (isMost ? Operator::Most : Operator::Least)) {
    GuardValue result = a;
    for (GuardValue &operand : result.operands)
      if (auto both = folded(operand, b, isMost)) {
        operand = std::move(*both);
        return result;
      }
  }
  const auto [terms, constant] = split(a);
  const auto [others, other] = split(b);
  if (terms != others)
    return std::nullopt;
  return (constant >= other) == isMost ? a : b;
}

} // namespace

GuardValue constantOf(int64_t number) { return {.number = number}; }

GuardValue sum(const GuardValue &a, const GuardValue &b) {
  auto [terms, constant] = split(a);
  const auto [others, more] = split(b);
  terms.insert(terms.end(), others.begin(), others.end());
  if (__builtin_add_overflow(constant, more, &constant))
    return {.op = Operator::Sum, .operands = {a, b}};
  if (terms.empty())
    return constantOf(constant);
  if (constant != 0)
    terms.push_back(constantOf(constant));
  return terms.size() == 1 ? terms.front() : GuardValue{.op = Operator::Sum, .operands = terms};
}

GuardValue product(const GuardValue &a, const GuardValue &b) {
  if (a.op == Operator::Constant && b.op != Operator::Constant)
    return product(b, a);
  if (b.op != Operator::Constant)
    return {.op = Operator::Product, .operands = {a, b}};
  if (b.number == 0)
    return constantOf(0);
  if (b.number == 1)
    return a;
  int64_t folded = 0;
  if (a.op == Operator::Constant && !__builtin_mul_overflow(a.number, b.number, &folded))
    return constantOf(folded);
  if (a.op != Operator::Sum)
    return {.op = Operator::Product, .operands = {a, b}};
  GuardValue result;
  for (const GuardValue &term : a.operands)
    result = sum(result, product(term, b));
  return result;
}

GuardValue quotient(const GuardValue &a, int64_t divisor) {
  return divisor == 1 ? a
                      : GuardValue{.op = Operator::Quotient, .number = divisor, .operands = {a}};
}

GuardValue extreme(const GuardValue &a, const GuardValue &b, bool isMost) {
  if (auto one = folded(a, b, isMost))
    return *one;
  if (auto one = folded(b, a, isMost))
    return *one;
  return {.op = isMost ? Operator::Most : Operator::Least, .operands = {a, b}};
}

std::optional<int64_t> forTwoIterations(const GuardValue &value) {
  if (value.op == Operator::Constant)
    return value.number;
  if (value.op == Operator::LastIteration)
    return 1;
  std::optional<int64_t> result;
  for (const GuardValue &operand : value.operands) {
    const bool isRead = value.op == Operator::Loaded || value.op == Operator::Peeked;
    auto next = isRead ? std::nullopt : forTwoIterations(operand);
    int64_t combined = 0;
    bool isLost = !next ||
                  (result && value.op == Operator::Sum &&
                   __builtin_add_overflow(*result, *next, &combined)) ||
                  (result && value.op == Operator::Product &&
                   __builtin_mul_overflow(*result, *next, &combined));
    if (isLost)
      return std::nullopt;
    if (result && value.op == Operator::Least)
      combined = std::min(*result, *next);
    if (result && value.op == Operator::Most)
      combined = std::max(*result, *next);
    result = result ? combined : *next;
  }
  return result && value.op == Operator::Quotient ? *result / value.number : result;
}

} // namespace kasuri
