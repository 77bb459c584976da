// Linear expressions over symbols: constant + sum of coefficient * symbol.
//
// A symbol stands for one integer or pointer value that the analysis cannot compute: a parameter, a
// loop counter, something loaded from memory. Each knows its range and the innermost loop in which
// it may differ from one iteration to the next; seen from a loop inside that one it is a constant.
#pragma once

#include "analysis/support/CompactList.h"
#include "support/Ids.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kasuri {

using SymbolId = Id<struct SymbolTag>;

/// Half the range of int64_t: sums of two stay representable.
constexpr int64_t unboundedBelow = std::numeric_limits<int64_t>::min() / 2;
constexpr int64_t unboundedAbove = std::numeric_limits<int64_t>::max() / 2;

/// Inclusive range of integers; the unbounded ends are the constants above.
struct Range {
  int64_t low = unboundedBelow, high = unboundedAbove;

  bool isBounded() const { return low > unboundedBelow && high < unboundedAbove; }
  bool within(const Range &outer) const { return low >= outer.low && high <= outer.high; }
};

class Linear {
public:
  Linear() = default;
  explicit Linear(int64_t constant) : constant_(constant) {}
  static Linear symbol(SymbolId symbol, int64_t coefficient = 1);

  int64_t constant() const { return constant_; }
  const CompactList<std::pair<SymbolId, int64_t>> &terms() const { return terms_; }
  bool isConstant() const { return terms_.empty(); }
  int64_t coefficientOf(SymbolId symbol) const;

  /// Fails (nullopt) when a coefficient would leave the unbounded range, or terms are too many.
  static std::optional<Linear> add(const Linear &a, const Linear &b, int64_t factorOfB = 1);
  static std::optional<Linear> scale(const Linear &a, int64_t factor);

  auto operator<=>(const Linear &) const = default;

private:
  int64_t constant_ = 0;
  CompactList<std::pair<SymbolId, int64_t>> terms_; ///< by ascending symbol, no zero coefficient
};

} // namespace kasuri
