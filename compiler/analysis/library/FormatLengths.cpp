#include "analysis/library/FormatLengths.h"

#include <cctype>

namespace kasuri {

/// More than four digits in a row, an argument, or the number of one.
static bool hasLargeField(std::string_view fields) {
  constexpr size_t mostDigits = 4;
  size_t digits = 0;
  for (char each : fields) {
    digits = std::isdigit(static_cast<unsigned char>(each)) != 0 ? digits + 1 : 0;
    if (each == '*' || each == '$' || digits > mostDigits)
      return true;
  }
  return false;
}

FormatLengths lengthsOfFormat(std::string_view format) {
  constexpr std::string_view fieldsAndLengths = "0123456789-+ #'*.$hlLqjzt";
  FormatLengths lengths;
  uint32_t argument = 0;
  size_t at = format.find('%');
  while (at != std::string_view::npos && at + 1 < format.size()) {
    const size_t end = format.find_first_not_of(fieldsAndLengths, at + 1);
    if (end == std::string_view::npos)
      break;
    const std::string_view fields = format.substr(at + 1, end - at - 1);
    lengths.hasLargeFields |= hasLargeField(fields);
    if (format[end] == 's' && fields.find('.') == std::string_view::npos)
      lengths.texts.push_back(argument);
    argument += format[end] != '%' && format[end] != 'm';
    at = format.find('%', end + 1);
  }
  return lengths;
}

} // namespace kasuri
