#include "analysis/affine/AccessShape.h"

#include <algorithm>

namespace kasuri {

std::optional<Linear> exactQuotient(const Linear &value, int64_t divisor) {
  Linear result(value.constant() / divisor);
  bool isExact = value.constant() % divisor == 0;
  for (const auto &[symbol, coefficient] : value.terms()) {
    isExact &= coefficient % divisor == 0;
    const auto sum = Linear::add(result, Linear::symbol(symbol, coefficient / divisor));
    if (!sum)
      return std::nullopt;
    result = *sum;
  }
  return isExact ? std::optional(result) : std::nullopt;
}

void AccessShape::deepenTo(const std::vector<int64_t> &wanted) {
  if (wanted.size() <= extents.size())
    return;
  const size_t missing = wanted.size() - extents.size();
  const bool isInside = zeros.size() >= missing &&
                        std::equal(extents.begin(), extents.end(),
                                   wanted.end() - static_cast<ptrdiff_t>(extents.size())) &&
                        std::equal(wanted.begin(), wanted.begin() + static_cast<ptrdiff_t>(missing),
                                   zeros.end() - static_cast<ptrdiff_t>(missing));
  if (!isInside)
    return;
  extents = wanted;
  subscripts.insert(subscripts.begin(), missing, Linear(0));
}

AccessShape shapeOf(const Access &access) {
  std::vector<std::pair<Linear, int64_t>> around(access.confined.outer.begin(),
                                                 access.confined.outer.end());
  if (access.confined.extent != 0)
    around.emplace_back(access.confined.start, access.confined.extent);
  std::stable_sort(around.begin(), around.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  AccessShape shape;
  Linear inner;
  auto enter = [&](const Linear &start, int64_t extent) {
    const std::optional<Linear> moved = Linear::add(start, inner, -1);
    const std::optional<Linear> subscript = moved ? exactQuotient(*moved, extent) : std::nullopt;
    if (!subscript)
      return false;
    inner = start;
    if (subscript->isConstant() && subscript->constant() == 0 && shape.extents.empty()) {
      shape.zeros.push_back(extent);
      return true;
    }
    shape.extents.push_back(extent);
    shape.subscripts.push_back(*subscript);
    return true;
  };
  for (const auto &[start, extent] : around)
    if (static_cast<uint64_t>(extent) > access.size && !enter(start, extent))
      return {};
  if (access.size == 0 || !enter(access.offset, static_cast<int64_t>(access.size)))
    return {};
  return shape;
}

} // namespace kasuri
