#include "analysis/support/Linear.h"

namespace kasuri {
namespace {

/// No subscript has as many. What a long function sums up would, and each step would copy them.
constexpr size_t mostTerms = 64;

/// a + b * factor, or nullopt outside the unbounded range.
std::optional<int64_t> addScaled(int64_t a, int64_t b, int64_t factor) {
  __int128 sum = static_cast<__int128>(a) + static_cast<__int128>(b) * factor;
  if (sum <= unboundedBelow || sum >= unboundedAbove)
    return std::nullopt;
  return static_cast<int64_t>(sum);
}

} // namespace

Linear Linear::symbol(SymbolId symbol, int64_t coefficient) {
  Linear result;
  if (coefficient != 0)
    result.terms_.emplace_back(symbol, coefficient);
  return result;
}

int64_t Linear::coefficientOf(SymbolId symbol) const {
  for (const auto &[term, coefficient] : terms_)
    if (term == symbol)
      return coefficient;
  return 0;
}

std::optional<Linear> Linear::add(const Linear &a, const Linear &b, int64_t factorOfB) {
  Linear result;
  auto constant = addScaled(a.constant_, b.constant_, factorOfB);
  if (!constant)
    return std::nullopt;
  result.constant_ = *constant;
  size_t i = 0, j = 0;
  while (i < a.terms_.size() || j < b.terms_.size()) {
    bool takeA =
        j == b.terms_.size() || (i < a.terms_.size() && a.terms_[i].first <= b.terms_[j].first);
    bool takeB =
        i == a.terms_.size() || (j < b.terms_.size() && b.terms_[j].first <= a.terms_[i].first);
    SymbolId symbol = takeA ? a.terms_[i].first : b.terms_[j].first;
    auto coefficient =
        addScaled(takeA ? a.terms_[i].second : 0, takeB ? b.terms_[j].second : 0, factorOfB);
    if (!coefficient)
      return std::nullopt;
    if (*coefficient != 0)
      result.terms_.emplace_back(symbol, *coefficient);
    i += takeA;
    j += takeB;
  }
  return result.terms_.size() > mostTerms ? std::nullopt : std::optional(std::move(result));
}

std::optional<Linear> Linear::scale(const Linear &a, int64_t factor) {
  return add(Linear(0), a, factor);
}

} // namespace kasuri
