// A mark is a number between two control characters.
#include "movability/openmp/FreshNames.h"

namespace kasuri {
namespace {

constexpr char begin = '\x05', end = '\x06';

} // namespace

std::string freshMark(size_t number) { return begin + std::to_string(number) + end; }

std::string withFreshNames(const std::string &text, const std::vector<std::string> &names) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != begin) {
      out += text[at];
      continue;
    }
    out += names[std::stoul(text.substr(at + 1))];
    at = text.find(end, at);
  }
  return out;
}

} // namespace kasuri
