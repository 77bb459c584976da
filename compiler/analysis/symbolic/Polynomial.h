// Polynomials over the symbols of two accesses.
#pragma once

#include "analysis/support/Linear.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <utility>

namespace kasuri {

/// A symbol as one side sees it; side 2: both see the same. Without a symbol, a number of at least
/// 1 that tells how far apart the sides are in some counter.
struct Factor {
  SymbolId symbol;
  int side = 0;
  auto operator<=>(const Factor &) const = default;
};

class Polynomial {
public:
  using Monomial = llvm::SmallVector<Factor, 4>; ///< sorted; empty: the constant
  using Terms = llvm::SmallVector<std::pair<Monomial, int64_t>, 4>;

  Polynomial() = default;
  explicit Polynomial(int64_t constant) { add(Monomial{}, constant); }
  explicit Polynomial(Factor factor) { add(Monomial{factor}, 1); }

  const Terms &terms() const { return terms_; }
  int64_t coefficientOf(const Monomial &monomial) const {
    const auto place = std::lower_bound(terms_.begin(), terms_.end(), monomial, isBefore);
    return place != terms_.end() && place->first == monomial ? place->second : 0;
  }
  bool isExact() const { return !hasOverflow; }

  Polynomial &add(const Polynomial &other, int64_t factor = 1) {
    hasOverflow |= other.hasOverflow;
    const bool isFirst = terms_.empty();
    for (const auto &[monomial, coefficient] : other.terms_) {
      const int64_t its = product(coefficient, factor);
      if (!isFirst)
        add(monomial, its);
      else if (its != 0)
        terms_.emplace_back(monomial, its);
    }
    return *this;
  }

  Polynomial times(const Polynomial &other) const {
    Polynomial result;
    result.hasOverflow = hasOverflow || other.hasOverflow;
    for (const auto &[a, x] : terms_)
      for (const auto &[b, y] : other.terms_) {
        Monomial both = a;
        both.append(b.begin(), b.end());
        std::sort(both.begin(), both.end());
        result.add(both, result.product(x, y));
      }
    return result;
  }

  /// this = quotient * factor + rest; false when the factor occurs in higher powers. Both are 0
  /// before.
  bool divide(Factor factor, Polynomial &quotient, Polynomial &rest) const {
    quotient.hasOverflow = rest.hasOverflow = hasOverflow;
    for (const auto &[monomial, coefficient] : terms_) {
      auto count = std::count(monomial.begin(), monomial.end(), factor);
      if (count > 1)
        return false;
      if (count == 0) {
        rest.terms_.emplace_back(monomial, coefficient);
        continue;
      }
      Monomial left = monomial;
      llvm::erase(left, factor);
      quotient.add(left, coefficient);
    }
    return true;
  }

  /// Only where the factor occurs in its first power.
  Polynomial with(Factor factor, const Polynomial &value) const {
    Polynomial quotient, rest;
    if (!divide(factor, quotient, rest))
      rest.hasOverflow = true;
    return rest.add(quotient.times(value));
  }

  bool mentions(Factor factor) const {
    return std::any_of(terms_.begin(), terms_.end(), [&](const auto &term) {
      return std::find(term.first.begin(), term.first.end(), factor) != term.first.end();
    });
  }

  /// The number by which the factor is multiplied, if that is all that is said of it; else 0.
  int64_t numberOf(Factor factor) const {
    int64_t number = 0;
    for (const auto &[monomial, coefficient] : terms_) {
      if (std::find(monomial.begin(), monomial.end(), factor) == monomial.end())
        continue;
      if (number != 0 || monomial.size() > 1)
        return 0;
      number = coefficient;
    }
    return number;
  }

private:
  Terms terms_; ///< by ascending monomial, no zero coefficient
  bool hasOverflow = false;

  static bool isBefore(const std::pair<Monomial, int64_t> &term, const Monomial &monomial) {
    return term.first < monomial;
  }

  int64_t product(int64_t x, int64_t y) {
    int64_t result = 0;
    hasOverflow |= __builtin_mul_overflow(x, y, &result);
    return result;
  }

  void add(const Monomial &monomial, int64_t coefficient) {
    auto place = std::lower_bound(terms_.begin(), terms_.end(), monomial, isBefore);
    if (place == terms_.end() || place->first != monomial)
      place = terms_.insert(place, {monomial, 0});
    hasOverflow |= __builtin_add_overflow(place->second, coefficient, &place->second);
    if (place->second == 0)
      terms_.erase(place);
  }
};

} // namespace kasuri
