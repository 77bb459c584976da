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

/// The least, or most, that the form comes to where the loops in it run; nothing if a loop counts
/// more than one at a time.
std::optional<AffineForm> NestSizes::endOf(const AffineForm &form, bool isMost) const {
  AffineForm end{form.constant, {}, form.parameters};
  for (const auto &[outer, factor] : form.loops) {
    const AffineLoop &its = nest.loops[outer];
    AffineForm last = its.first;
    if ((factor > 0) == isMost) {
      if (its.stride != 1)
        return std::nullopt;
      last.add(its.distance, 1);
      last.constant -= 1;
    }
    const std::optional<AffineForm> bound = endOf(last, (factor > 0) == isMost);
    if (!bound)
      return std::nullopt;
    end.add(*bound, factor);
  }
  return end;
}

bool NestSizes::isFrom0(size_t number) const {
  const std::optional<AffineForm> least = endOf(nest.loops[number].first, false);
  return least && least->isConstant() && least->constant >= 0;
}

std::optional<NestSize> NestSizes::extentOf(size_t number) const {
  const AffineLoop &loop = nest.loops[number];
  if (!isFrom0(number) && !loop.first.loops.empty())
    return std::nullopt;
  AffineForm size = loop.distance;
  if (isFrom0(number))
    size.add(loop.first, 1);
  for (const auto &[outer, factor] : size.loops)
    if (!isFrom0(outer) || !extentOf(outer))
      return std::nullopt;
  return mostOf(size);
}

std::string NestSizes::firstOf(size_t number) const {
  const AffineForm &first = nest.loops[number].first;
  if (isFrom0(number) || !first.loops.empty())
    return "";
  std::string text;
  for (const auto &[parameter, factor] : first.parameters)
    text += (factor == 1 ? "" : std::to_string(factor) + " * ") + parameters[parameter] + " + ";
  return text + std::to_string(first.constant);
}

} // namespace kasuri
