// Sums of products of atoms with integer coefficients, bounded in length and size.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

namespace kasuri {

template <class Atom> class SumOfProducts {
public:
  static constexpr size_t maxTerms = 24, maxFactors = 5;
  static constexpr int64_t maxCoefficient = int64_t(1) << 31;

  using Monomial = llvm::SmallVector<Atom, maxFactors>; ///< sorted; empty: the constant
  using Terms = llvm::SmallVector<std::pair<Monomial, int64_t>, 4>;

  const Terms &terms() const { return terms_; } ///< by ascending monomial, no zero coefficient
  int64_t coefficientOf(const Monomial &monomial) const {
    const auto place = std::lower_bound(terms_.begin(), terms_.end(), monomial, isBefore);
    return place != terms_.end() && place->first == monomial ? place->second : 0;
  }
  bool isZero() const { return terms_.empty(); }
  bool operator==(const SumOfProducts &) const = default;

  /// These fail, and leave it as it is, when it gets too long or a coefficient too large.
  bool add(const Monomial &monomial, int64_t coefficient) {
    const auto place = std::lower_bound(terms_.begin(), terms_.end(), monomial, isBefore);
    const bool isNew = place == terms_.end() || place->first != monomial;
    int64_t total = isNew ? 0 : place->second;
    if ((isNew && terms_.size() == maxTerms) || monomial.size() > maxFactors ||
        __builtin_add_overflow(total, coefficient, &total) || !isSmall(total))
      return false;
    if (isNew && total != 0)
      terms_.insert(place, {monomial, total});
    else if (!isNew && total == 0)
      terms_.erase(place);
    else if (!isNew)
      place->second = total;
    return true;
  }

  bool add(const SumOfProducts &other, int64_t factor = 1) {
    SumOfProducts sum = *this;
    for (const auto &[monomial, coefficient] : other.terms_) {
      int64_t scaled = 0;
      if (__builtin_mul_overflow(coefficient, factor, &scaled) || !isSmall(scaled) ||
          !sum.add(monomial, scaled))
        return false;
    }
    *this = std::move(sum);
    return true;
  }

  static std::optional<SumOfProducts> multiply(const SumOfProducts &a, const SumOfProducts &b) {
    SumOfProducts result;
    for (const auto &[x, factor] : a.terms_) {
      SumOfProducts scaled;
      for (const auto &[y, coefficient] : b.terms_) {
        Monomial both = x;
        both.append(y.begin(), y.end());
        std::sort(both.begin(), both.end());
        if (!scaled.add(both, coefficient))
          return std::nullopt;
      }
      if (!result.add(scaled, factor))
        return std::nullopt;
    }
    return result;
  }

private:
  Terms terms_;

  static bool isBefore(const std::pair<Monomial, int64_t> &term, const Monomial &monomial) {
    return term.first < monomial;
  }

  static bool isSmall(int64_t number) {
    return -maxCoefficient < number && number < maxCoefficient;
  }
};

} // namespace kasuri
