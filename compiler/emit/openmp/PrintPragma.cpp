// Printing pragmas, clause by clause, over as many lines as it takes.
#include "emit/openmp/PrintPragma.h"

namespace kasuri {
namespace {

constexpr size_t widest = 100;

/// On a further line if the line is full; one that is longer than a line, item by item.
void append(std::string &text, size_t &column, const std::string &words,
            const std::string &indentation) {
  const size_t margin = indentation.size() + 4, most = widest - 2;
  if (column > margin && column + 1 + words.size() > most) {
    text += " \\\n" + indentation + "    ";
    column = margin;
  } else if (column > margin) {
    text += " ";
    ++column;
  }
  size_t cut = std::string::npos;
  if (words.size() > most - margin) // at the last place that fits, or at the first
    for (const char *separator : {", ", " && ", " || "})
      for (size_t at = words.find(separator); at != std::string::npos && cut == std::string::npos;
           at = words.find(separator, at + 1)) {
        const size_t end = at + std::string(separator).size();
        const size_t next = words.find(separator, end);
        if (next == std::string::npos || next > most - margin)
          cut = end;
      }
  std::string first = words.substr(0, cut);
  while (!first.empty() && first.back() == ' ')
    first.pop_back();
  text += first;
  column += first.size();
  if (cut == std::string::npos)
    return;
  column = widest; // what follows begins a line
  append(text, column, words.substr(cut), indentation);
}

} // namespace

std::string print(const Pragma &pragma, const std::string &indentation) {
  std::string text = indentation + "#pragma omp " + pragma.construct;
  size_t column = text.size();
  for (const std::string &each : clausesOf(pragma))
    append(text, column, each, indentation);
  return text + "\n";
}

} // namespace kasuri
