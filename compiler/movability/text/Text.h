// Stretches of a source's main file, by byte offsets.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

/// Bytes `begin` to before `end` of the main file.
struct TextRange {
  unsigned begin = 0, end = 0;
};

struct TextEdit {
  TextRange range;
  std::string text; ///< what stands there instead
};

/// A preprocessor directive: "define", "if", "pragma", ...
struct Directive {
  std::string name;
  TextRange range;            ///< from its '#' to its last token
  bool changesMacros = false; ///< macros may mean something else behind it
};

/// `text` is "#define NAME ..." on one line or more.
struct MacroDefinition {
  std::string name, text;
};

/// What decides whether a stretch of a file can be copied to another place.
struct FileText {
  std::vector<Directive> directives;
  std::vector<unsigned> counters; ///< where __COUNTER__ stands, or a macro that expands to it
  std::vector<unsigned> pragmaOperators; ///< the same of _Pragma

  /// Every #if that begins in the range ends in it, and the other way round.
  bool hasWholeConditionals(TextRange range) const;
  /// Macros may mean something else at the end of the range than at its begin.
  bool changesMacros(TextRange range) const;
  /// Every expansion of __COUNTER__ differs, so a second copy of the text changes the rest.
  bool mentionsCounter(TextRange range) const;
  bool mentionsPragma(TextRange range) const;
};

} // namespace kasuri
