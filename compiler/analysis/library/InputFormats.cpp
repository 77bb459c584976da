#include "analysis/library/InputFormats.h"

#include <algorithm>
#include <cctype>

namespace kasuri {
namespace {

/// One conversion of a format: what stands between its % and what it converts.
struct Conversion {
  bool isSuppressed = false; ///< %*d: assigns nothing
  uint64_t width = 0;        ///< 0: none
  std::string_view length;   ///< hh, h, l, ...
  char kind = 0;
  size_t end = 0; ///< behind it in the format
};

bool isDigit(char each) { return std::isdigit(static_cast<unsigned char>(each)) != 0; }

/// Behind the set of %[a-z], %[^]a]; npos: it has no end.
size_t endOfSet(std::string_view format, size_t at) {
  at += at < format.size() && format[at] == '^';
  at += at < format.size() && format[at] == ']';
  const size_t end = format.find(']', at);
  return end == std::string_view::npos ? end : end + 1;
}

/// The conversion whose % is in front of `at`; nothing where the format ends within it.
std::optional<Conversion> readConversion(std::string_view format, size_t at) {
  constexpr uint64_t mostWidth = 1 << 20;
  Conversion its;
  for (; at < format.size() && (format[at] == '*' || format[at] == '\''); ++at)
    its.isSuppressed |= format[at] == '*';
  for (; at < format.size() && isDigit(format[at]); ++at)
    its.width = std::min(mostWidth, its.width * 10 + static_cast<uint64_t>(format[at] - '0'));
  const size_t kind = std::min(format.find_first_not_of("hlLqjzt", at), format.size());
  its.length = format.substr(at, kind - at);
  if (kind == format.size() || its.width == mostWidth)
    return std::nullopt;
  its.kind = format[kind];
  its.end = its.kind == '[' ? endOfSet(format, kind + 1) : kind + 1;
  // GNU's %as allocates a string.
  const bool mayAllocate = its.kind == 'a' && its.end < format.size() &&
                           std::string_view("sS[").find(format[its.end]) != std::string_view::npos;
  return its.end == std::string_view::npos || mayAllocate ? std::nullopt : std::optional(its);
}

/// The greatest size of an integer on any target.
uint64_t integerBytes(std::string_view length) {
  if (length.empty())
    return 4;
  if (length == "h")
    return 2;
  return length == "hh" ? 1 : 8;
}

std::optional<uint64_t> floatBytes(std::string_view length) {
  if (length.empty())
    return 4;
  if (length == "l")
    return 8;
  return length == "L" ? std::optional<uint64_t>(16) : std::nullopt;
}

/// With the end of the string, if it has one.
std::optional<uint64_t> textBytes(const Conversion &its) {
  if (!its.length.empty())
    return std::nullopt;
  if (its.kind == 'c')
    return std::max<uint64_t>(its.width, 1);
  return its.width == 0 ? 0 : its.width + 1;
}

std::optional<uint64_t> bytesOf(const Conversion &its) {
  if (std::string_view("diouxXn").find(its.kind) != std::string_view::npos)
    return integerBytes(its.length);
  if (std::string_view("aAeEfFgG").find(its.kind) != std::string_view::npos)
    return floatBytes(its.length);
  return its.kind == 's' || its.kind == 'c' || its.kind == '[' ? textBytes(its) : std::nullopt;
}

/// The format follows the last argument that is read: it is read itself.
uint32_t formatOf(const LibraryFunction &function) {
  uint32_t last = 0;
  for (const ArgumentEffect &effect : function.effects)
    if (!effect.writes)
      last = std::max(last, effect.argument);
  return last;
}

const Object *literalAt(const Program &program, ValueId value) {
  const Instruction *its = &program[value];
  while (its->op == Op::Convert || (its->op == Op::Field && its->number == 0))
    its = &program[its->operands[0]];
  const bool isLiteral =
      its->op == Op::Address && program[its->object].kind == Object::Kind::String;
  return isLiteral ? &program[its->object] : nullptr;
}

} // namespace

std::optional<std::vector<ArgumentEffect>> writesOfFormat(std::string_view format, uint32_t first) {
  std::vector<ArgumentEffect> writes;
  for (size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at)) {
    const std::optional<Conversion> its = readConversion(format, at + 1);
    if (!its)
      return std::nullopt;
    at = its->end;
    if (its->kind == '%')
      continue;
    const std::optional<uint64_t> size = bytesOf(*its);
    if (!size)
      return std::nullopt;
    if (!its->isSuppressed)
      writes.push_back({.argument = first++, .writes = true, .size = *size});
  }
  return writes;
}

std::optional<std::vector<ArgumentEffect>>
writesOfInput(const Program &program, const Instruction &call, const LibraryFunction &function) {
  const uint32_t format = formatOf(function);
  if (!function.writesRest || format >= call.operands.size())
    return std::nullopt;
  const Object *literal = literalAt(program, call.operands[format]);
  return literal && !literal->text.empty() ? writesOfFormat(literal->text, format + 1)
                                           : std::nullopt;
}

} // namespace kasuri
