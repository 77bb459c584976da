#include "reorder/NestBuffers.h"

#include "reorder/NestSizes.h"

#include <algorithm>

namespace kasuri {

static std::string inParentheses(const NestSize &size) {
  const auto number = static_cast<int64_t>(size.number);
  if (size.text.empty())
    return std::to_string(number);
  const std::string sum = number == 0 ? size.text : size.text + " + " + std::to_string(number);
  const bool isName = sum.find(' ') == std::string::npos;
  return isName ? sum : "(" + sum + ")";
}

std::optional<NestBuffer> bufferOver(const AffineNest &nest, const NestNames &names,
                                     const std::vector<size_t> &loops) {
  const NestSizes sizes(nest, names.parameters);
  NestBuffer made;
  std::string limit;
  for (size_t loop : loops) {
    const std::optional<NestSize> extent = sizes.extentOf(loop);
    if (!extent)
      return std::nullopt;
    const std::string its = inParentheses(*extent);
    const bool isWhole = its.find(".0 ") == std::string::npos;
    const std::string first = sizes.firstOf(loop);
    const std::string number =
        first.empty() ? names.counters[loop] : "(" + names.counters[loop] + " - (" + first + "))";
    made.place = made.place.empty()
                     ? number
                     : "(" + made.place + ") * " + (isWhole ? "" : "(" + names.counterType + ")") +
                           its + " + " + number;
    made.elements += (made.elements.empty() ? "" : " * ") + ("(unsigned long)" + its);
    limit += (limit.empty() ? "" : " * ") + ("(double)" + its);
  }
  made.limit = limit + " <= " + std::to_string(mostElements);
  return made;
}

/// "(long)i_number + 2L * (long)n".
std::string subscriptText(const NestNames &names, const AffineForm &form) {
  std::string text;
  const auto add = [&](const std::string &what) { text += (text.empty() ? "" : " + ") + what; };
  const auto times = [&](const std::string &what, int64_t factor) {
    add((factor == 1 ? "" : std::to_string(factor) + "L * ") + "(long)" + what);
  };
  for (const auto &[loop, factor] : form.loops)
    times(names.counters[loop], factor);
  for (const auto &[parameter, factor] : form.parameters)
    times(names.parameters[parameter], factor);
  if (form.constant != 0 || text.empty())
    add(std::to_string(form.constant) + "L");
  return text;
}

static std::string asFactor(const std::string &sum) {
  return sum.find(" + ") == std::string::npos ? sum : "(" + sum + ")";
}

NestBuffer bufferIn(const AffineNest &nest, const NestNames &names, const AffineArray &variable,
                    const std::string &pointer) {
  NestBuffer made;
  made.address = pointer;
  const std::vector<AffineForm> &extents = nest.arrays[*variable.heldIn].extents;
  for (size_t d = 0; d < variable.heldAt.size(); ++d) {
    if (d > 0)
      made.place =
          asFactor(made.place) + " * " + asFactor(subscriptText(names, extents[d - 1])) + " + ";
    made.place += subscriptText(names, variable.heldAt[d]);
  }
  return made;
}

void readBuffers(NestNames &names, size_t firstBuffer) {
  names.statement = [its = names.statement, known = names.elements,
                     firstBuffer](size_t number, std::vector<std::string> elements) {
    for (size_t i = 0; i < elements.size(); ++i)
      if (known[number][i].array >= firstBuffer && elements[i].empty())
        elements[i] = known[number][i].text;
    return its(number, elements);
  };
}

NestNames namesOfCopy(const NestNames &names, const std::string &text, const LoopUses &uses,
                      const std::vector<size_t> &loops) {
  NestNames its = names;
  its.statement = [text](size_t, const std::vector<std::string> &) { return text; };
  its.elements = {{}};
  its.declarations = {{}};
  its.uses = {uses};
  for (size_t loop : loops)
    ++its.uses[0].counters[loop];
  return its;
}

std::string freshName(const NestNames &names, const std::vector<NestBuffer> &buffers,
                      const std::string &name) {
  std::string fresh = names.fresh(name);
  while (std::any_of(buffers.begin(), buffers.end(),
                     [&](const NestBuffer &other) { return other.name == fresh; }))
    fresh = names.fresh(fresh + "_");
  return fresh;
}

} // namespace kasuri
