// Guards as comparisons in `long`.
//
//     for (i = 0; i < n; i++)              if((long)b + 4L * n <= (long)a || (long)a + 4L * n <=
//     (long)b)
//       a[i] = b[i];
//
// A value is a sum of products of names, each with a factor. What it may come to at most is added
// up term by term: addresses of programs have less than 57 bits, a variable of 32 bits has as many,
// and one of 64 bits is tested to be from 0 to 2^31. Where that stays below 2^62, no part of the
// sum overflows in any order, and the source's own computation of the same address does not wrap
// around either. Everything else is not said at all.
#include "movability/text/Conditions.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kasuri {
namespace {

constexpr double most = 0x1p62, wordMost = 0x1p31;

struct Name : NamedNumber {
  bool operator<(const Name &other) const { return text < other.text; }
};

/// Factors by product of names; the product of none is 1.
using Sum = std::map<std::vector<Name>, int64_t>;

class ConditionPrinter {
public:
  ConditionPrinter(const Program &program, const LastIteration &last, const NumberNames &names)
      : program(program), last(last), names(names) {}

  std::optional<std::string> print(const std::vector<Guard> &guards) {
    std::string text;
    auto add = [&](const std::string &test) { text += (text.empty() ? "" : " && ") + test; };
    std::vector<std::string> tests;
    for (const Guard &guard : guards) {
      for (const auto &[value, limit] : guard.exact) {
        const Sum sum = sumOf(value);
        if (limit == 0) {
          tests.push_back((isOneName(sum) ? sum.begin()->first[0].text : sumText(sum)) + " == 0");
          continue;
        }
        tests.push_back(sumText(sum) + " >= 0");
        if (static_cast<double>(limit) < most)
          tests.push_back(sumText(sum) + " <= " + std::to_string(limit) + "L");
      }
      if (guard.alternatives.empty())
        continue;
      std::string any;
      for (const Guard::Test &test : guard.alternatives)
        any += (any.empty() ? "" : " || ") + testText(test);
      bool isOne = any.find(" || ") == std::string::npos;
      tests.push_back(isOne ? any : "(" + any + ")");
    }
    for (const std::string &each : limits)
      add(each);
    for (const std::string &each : tests)
      add(each);
    return isKnown ? std::optional(text) : std::nullopt;
  }

private:
  const Program &program;
  const LastIteration &last;
  const NumberNames &names;
  std::vector<std::string> limits; ///< tests of variables, which come first
  bool isKnown = true;

  Sum unknown() {
    isKnown = false;
    return {};
  }

  static double maxOf(const Sum &sum) {
    double all = 0;
    for (const auto &[names, factor] : sum) {
      double product = std::abs(static_cast<double>(factor));
      for (const Name &name : names)
        product *= name.most;
      all += product;
    }
    return all;
  }

  Sum checked(Sum sum) {
    std::erase_if(sum, [](const auto &each) { return each.second == 0; });
    return maxOf(sum) < most ? sum : unknown();
  }

  Sum named(const std::string &text, bool isLong, double bound) {
    return {{{Name{{text, isLong, bound}}}, 1}};
  }

  Sum variable(const GuardValue &value) {
    const Object &object = program[value.object];
    if (value.op == GuardValue::Op::Address)
      return named("(long)&" + object.name, true, addressMost);
    if (object.type.kind == ValueType::Kind::Pointer)
      return named("(long)" + object.name, true, addressMost);
    if (object.type.kind != ValueType::Kind::Integer)
      return unknown();
    if (object.type.bits <= 32)
      return named(object.name, false, std::exp2(object.type.bits));
    const std::string limit = (object.type.isSigned ? object.name + " >= 0 && " : std::string()) +
                              object.name + " < 1L << 31";
    if (std::find(limits.begin(), limits.end(), limit) == limits.end())
      limits.push_back(limit);
    return named("(long)" + object.name, true, wordMost);
  }

  Sum product(const Sum &a, const Sum &b) {
    Sum all;
    if (maxOf(a) * std::max(1.0, maxOf(b)) >= most)
      return unknown();
    for (const auto &[names, factor] : a)
      for (const auto &[otherNames, otherFactor] : b) {
        std::vector<Name> both = names;
        both.insert(both.end(), otherNames.begin(), otherNames.end());
        std::sort(both.begin(), both.end());
        all[both] += factor * otherFactor;
      }
    return checked(all);
  }

  Sum sumOf(const GuardValue &value) {
    using Op = GuardValue::Op;
    if (const auto name = names ? names(value) : std::nullopt)
      return {{{Name{*name}}, 1}};
    switch (value.op) {
    case Op::Constant:
      return checked({{{}, value.number}});
    case Op::LastIteration:
      return checked({{{Name{{last.bound, last.isLong, 2 * wordMost}}}, 1}, {{}, -last.offset}});
    case Op::Variable:
    case Op::Address:
      return variable(value);
    case Op::Loaded:
    case Op::Peeked:
      return unknown();
    case Op::Sum: {
      Sum all;
      for (const GuardValue &each : value.operands)
        for (const auto &[names, factor] : sumOf(each))
          all[names] += factor;
      return checked(all);
    }
    case Op::Product: {
      Sum all{{{}, 1}};
      for (const GuardValue &each : value.operands)
        all = product(all, sumOf(each));
      return all;
    }
    case Op::Quotient: {
      const Sum whole = sumOf(value.operands[0]);
      return named("(" + sumText(whole) + ") / " + std::to_string(value.number), true,
                   std::max(1.0, maxOf(whole)));
    }
    case Op::Least:
    case Op::Most:
      return extreme(value);
    }
    return unknown();
  }

  Sum extreme(const GuardValue &value) {
    Sum all = sumOf(value.operands.front());
    const std::string relation = value.op == GuardValue::Op::Least ? " < " : " > ";
    for (size_t i = 1; i < value.operands.size(); ++i) {
      const Sum other = sumOf(value.operands[i]);
      const double bound = std::max({1.0, maxOf(all), maxOf(other)});
      const std::string a = sumText(all), b = sumText(other);
      all = named("(" + a + relation + b + " ? " + a + " : " + b + ")", true, bound);
    }
    return all;
  }

  static bool isOneName(const Sum &sum) {
    return sum.size() == 1 && sum.begin()->first.size() == 1 && sum.begin()->second == 1;
  }

  /// Addresses first; the first term is a `long`, and so is the sum.
  static std::string sumText(const Sum &sum) {
    std::vector<std::pair<std::vector<Name>, int64_t>> terms(sum.begin(), sum.end());
    std::stable_sort(terms.begin(), terms.end(), [](const auto &a, const auto &b) {
      auto rank = [](const auto &term) {
        bool isAddress =
            term.first.size() == 1 && term.second == 1 && term.first[0].most == addressMost;
        return isAddress ? 0 : term.first.empty() ? 2 : 1;
      };
      return rank(a) < rank(b);
    });
    std::string text;
    for (const auto &[names, factor] : terms) {
      const std::string sign = text.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
      const std::string number = std::to_string(std::abs(factor)) + "L";
      std::string product = names.empty() || std::abs(factor) != 1 ? number : "";
      bool isWord = names.size() == 1 && std::abs(factor) == 1;
      if (!names.empty() && product.empty() && !names[0].isLong && (text.empty() || !isWord))
        product = "(long)" + names[0].text;
      else if (!names.empty())
        product += (product.empty() ? "" : " * ") + names[0].text;
      for (size_t i = 1; i < names.size(); ++i)
        product += " * " + names[i].text;
      text += sign + product;
    }
    return text.empty() ? "0L" : text;
  }

  Sum difference(const Sum &a, const Sum &b) {
    Sum all = a;
    for (const auto &[names, factor] : b)
      all[names] -= factor;
    return checked(all);
  }

  std::string testText(const Guard::Test &test) {
    using Kind = Guard::Test::Kind;
    if (test.kind == Kind::Distinct || test.kind == Kind::RowsApart ||
        test.kind == Kind::RowsBeside || test.kind == Kind::Elements)
      return sumText(unknown());
    if (test.kind == Kind::NotNegative)
      return sumText(sumOf(test.stride)) + " >= 0";
    const Sum low = sumOf(test.first.low), end = sumOf(test.first.end);
    if (test.kind == Kind::WithinStride) {
      const std::string span = sumText(difference(end, low));
      const Sum stride = sumOf(test.stride);
      return span + " <= " + sumText(stride) + " || " + span +
             " <= " + sumText(difference({}, stride));
    }
    const Sum otherLow = sumOf(test.second.low), otherEnd = sumOf(test.second.end);
    return sumText(end) + " <= " + sumText(otherLow) + " || " + sumText(otherEnd) +
           " <= " + sumText(low);
  }
};

} // namespace

std::optional<std::string> conditionText(const Program &program, const std::vector<Guard> &guards,
                                         const LastIteration &last, const NumberNames &names) {
  if (program.pointerBytes != 8)
    return std::nullopt;
  return ConditionPrinter(program, last, names).print(guards);
}

} // namespace kasuri
