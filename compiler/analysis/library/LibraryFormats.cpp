#include "analysis/library/LibraryFormats.h"

namespace kasuri {

static constexpr std::string_view flagsAndLengths = "0123456789-+ #'*.$hlLqjzt";

FormatFacts factsOfFormat(std::string_view format) {
  FormatFacts facts;
  size_t at = format.find('%');
  while (at != std::string_view::npos && at + 1 < format.size()) {
    size_t conversion = format.find_first_not_of(flagsAndLengths, at + 1);
    if (conversion == std::string_view::npos)
      break;
    facts.writes |= format[conversion] == 'n';
    facts.showsPointers |= format[conversion] == 'p';
    const bool isText = format[conversion] == 's' || format[conversion] == 'c';
    facts.isWide |= format[conversion] == 'S' || format[conversion] == 'C' ||
                    (isText && format[conversion - 1] == 'l');
    at = format.find('%', conversion + 1);
  }
  return facts;
}

} // namespace kasuri
