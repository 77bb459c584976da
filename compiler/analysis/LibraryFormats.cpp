#include "analysis/LibraryFormats.h"

#include <string_view>

namespace kasuri {
namespace {

constexpr std::string_view flagsAndLengths = "0123456789-+ #'*.$hlLqjzt";

FormatFacts factsOf(std::string_view format) {
  FormatFacts facts;
  size_t at = format.find('%');
  while (at != std::string_view::npos && at + 1 < format.size()) {
    size_t conversion = format.find_first_not_of(flagsAndLengths, at + 1);
    if (conversion == std::string_view::npos)
      break;
    facts.writes |= format[conversion] == 'n';
    facts.showsPointers |= format[conversion] == 'p';
    at = format.find('%', conversion + 1);
  }
  return facts;
}

} // namespace

FormatFacts factsOfFormats(const Program &program, const PointsTo &pointsTo,
                           const LocationSet &formats) {
  FormatFacts facts;
  for (const Location &location : formats) {
    bool isLiteral = !pointsTo.isSpecial(location.object) &&
                     program[location.object].kind == Object::Kind::String;
    FormatFacts one = isLiteral ? factsOf(program[location.object].text) : FormatFacts{true, true};
    facts.writes |= one.writes;
    facts.showsPointers |= one.showsPointers;
  }
  return facts;
}

} // namespace kasuri
