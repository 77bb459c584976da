// What a format for output asks of its arguments.
#pragma once

#include <string_view>

namespace kasuri {

struct FormatFacts {
  bool writes = false;        ///< %n
  bool showsPointers = false; ///< %p
  bool isWide = false;        ///< %ls, %lc, %S, %C: its output may fail on the way
};

FormatFacts factsOfFormat(std::string_view format);

} // namespace kasuri
