// What decides how many characters a format for output makes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kasuri {

struct FormatLengths {
  /// A width or precision is an argument, or so large that it may be too much for an int.
  bool hasLargeFields = false;
  /// %s without a precision: which of the arguments behind the format, in order.
  std::vector<uint32_t> texts;
};

FormatLengths lengthsOfFormat(std::string_view format);

} // namespace kasuri
