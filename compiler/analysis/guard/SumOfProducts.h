// Sums of products of atoms with integer coefficients, bounded in length and size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kasuri {

template <class Atom> class SumOfProducts {
public:
  using Monomial = std::vector<Atom>; ///< sorted; empty: the constant

  static constexpr size_t maxTerms = 24, maxFactors = 5;
  static constexpr int64_t maxCoefficient = int64_t(1) << 31;

  const std::map<Monomial, int64_t> &terms() const { return terms_; }
  bool isZero() const { return terms_.empty(); }
  bool operator==(const SumOfProducts &) const = default;

  /// These fail, and leave it as it is, when it gets too long or a coefficient too large.
  bool add(const Monomial &monomial, int64_t coefficient) {
    auto found = terms_.find(monomial);
    int64_t total = found == terms_.end() ? 0 : found->second;
    const bool isLong = found == terms_.end() && terms_.size() == maxTerms;
    if (isLong || monomial.size() > maxFactors ||
        __builtin_add_overflow(total, coefficient, &total) || !isSmall(total))
      return false;
    terms_[monomial] = total;
    if (total == 0)
      terms_.erase(monomial);
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
        both.insert(both.end(), y.begin(), y.end());
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
  std::map<Monomial, int64_t> terms_; ///< no zero coefficient

  static bool isSmall(int64_t number) {
    return -maxCoefficient < number && number < maxCoefficient;
  }
};

} // namespace kasuri
