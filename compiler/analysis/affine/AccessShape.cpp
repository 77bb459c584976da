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

/// The quotient and the remainder, which is a constant from 0 to below the divisor.
static std::optional<std::pair<Linear, int64_t>> dividedBy(const Linear &value, int64_t divisor) {
  const int64_t remainder = (value.constant() % divisor + divisor) % divisor;
  const auto multiple = Linear::add(value, Linear(remainder), -1);
  const auto quotient = multiple ? exactQuotient(*multiple, divisor) : std::nullopt;
  return quotient ? std::optional(std::pair(*quotient, remainder)) : std::nullopt;
}

void AccessShape::deepenTo(const std::vector<int64_t> &wanted) {
  if (wanted.size() <= extents.size() ||
      !std::equal(extents.rbegin(), extents.rend(), wanted.rbegin()))
    return;
  const size_t missing = wanted.size() - extents.size();
  const bool isFirst = zeros.size() >= missing &&
                       std::equal(wanted.begin(), wanted.begin() + static_cast<ptrdiff_t>(missing),
                                  zeros.end() - static_cast<ptrdiff_t>(missing));
  if (isFirst) {
    extents = wanted;
    subscripts.insert(subscripts.begin(), missing, Linear(0));
  } else if (!extents.empty()) {
    divideInto(wanted);
  }
}

void AccessShape::divideInto(const std::vector<int64_t> &wanted) {
  std::vector<Linear> divided = subscripts;
  for (size_t outer = wanted.size() - extents.size(); outer-- > 0;) {
    const int64_t rows = wanted[outer] / wanted[outer + 1];
    const bool isWhole = wanted[outer] % wanted[outer + 1] == 0;
    const auto parts = isWhole ? dividedBy(divided.front(), rows) : std::nullopt;
    if (!parts)
      return;
    divided.front() = Linear(parts->second);
    divided.insert(divided.begin(), parts->first);
  }
  extents = wanted;
  subscripts = std::move(divided);
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
