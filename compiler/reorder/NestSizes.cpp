#include "reorder/NestSizes.h"

namespace kasuri {

NestSize NestSizes::mostOf(const AffineForm &form) const {
  NestSize size{static_cast<double>(form.constant), ""};
  auto add = [&](const std::string &term) { size.text += (size.text.empty() ? "" : " + ") + term; };
  const bool isName = form.loops.empty() && form.parameters.size() == 1;
  for (const auto &[parameter, factor] : form.parameters)
    add((isName && factor == 1 ? "" : std::to_string(factor) + ".0 * ") + parameters[parameter]);
  for (const auto &[loop, factor] : form.loops) {
    if (factor < 0)
      continue;
    const AffineLoop &its = nest.loops[loop];
    const NestSize first = mostOf(its.first), distance = mostOf(its.distance);
    const auto scale = static_cast<double>(factor), stride = static_cast<double>(its.stride);
    size.number += scale * (first.number + distance.number / stride);
    for (const auto &[part, divisor] : {std::pair(&first, 1.0), std::pair(&distance, stride)})
      if (!part->text.empty())
        add(std::to_string(factor) + ".0 * (" + part->text + ") / " + std::to_string(divisor));
  }
  return size;
}

std::optional<NestSize> NestSizes::extentOf(size_t number) const {
  const AffineLoop &loop = nest.loops[number];
  bool isFrom0 = loop.first.constant >= 0 && loop.first.parameters.empty();
  for (const auto &[outer, factor] : loop.first.loops)
    isFrom0 &= factor > 0 && extentOf(outer).has_value();
  if (!isFrom0)
    return std::nullopt;
  AffineForm end = loop.distance;
  end.add(loop.first, 1);
  for (const auto &[outer, factor] : end.loops)
    if (!extentOf(outer))
      return std::nullopt;
  return mostOf(end);
}

} // namespace kasuri
