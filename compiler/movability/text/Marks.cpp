// Marks are control characters, which stand in no text of C outside of its strings. No code is
// moved in a file that has one in a string (holdsMarks).
//
//     ks_bound_<task>        the third task of a layer:  ks_bound_2
//     <name 4: n> - 1        n is shared:                (*n) - 1        else:  n - 1
#include "movability/text/Marks.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr char task = '\x03', parts = '\x04', nameBegin = '\x05', nameMiddle = '\x06',
               nameEnd = '\x07';

} // namespace

const std::string taskMark(1, task), partsMark(1, parts);

bool holdsMarks(llvm::StringRef text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return c >= sourceBegin && c <= nameEnd; });
}

std::string ofSource(const std::string &text) {
  return text.empty() ? "" : sourceBegin + text + sourceEnd;
}

std::string nameMark(size_t variable, const std::string &spelled) {
  return nameBegin + std::to_string(variable) + nameMiddle + spelled + nameEnd;
}

std::string resolved(const std::string &text, const MarkValues &values) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == task) {
      out += values.task;
    } else if (text[at] == parts) {
      out += values.parts;
    } else if (text[at] == nameBegin) {
      const size_t middle = text.find(nameMiddle, at), end = text.find(nameEnd, middle);
      const std::string &shared = values.sharedNames[std::stoul(text.substr(at + 1))];
      out += shared.empty() ? text.substr(middle + 1, end - middle - 1) : "(*" + shared + ")";
      at = end;
    } else {
      out += text[at];
    }
  }
  return out;
}

} // namespace kasuri
