// A statement's text, in which some parts have another text, and some elements another name.
#pragma once

#include "reorder/NestSource.h"

namespace kasuri {

/// In place of a part of a statement: the text, and perhaps a copy of another part behind it, with
/// the edits of that.
struct StatementEdit {
  TextRange range;
  std::string text;
  std::optional<TextRange> copied = std::nullopt;
  std::string after = {};
  /// Where this is replaced as a whole, the edit is gone, too; none: its own range, unless empty.
  std::optional<TextRange> whole = std::nullopt;
};

std::string textWith(const NestSource &source, const TextRange &range,
                     const std::vector<StatementEdit> &edits);

struct StatementText {
  TextRange range;
  std::vector<StatementEdit> edits;
  std::vector<std::vector<TextRange>> places; ///< by element

  /// `names`: of elements; "": the source's.
  std::string textWith(const NestSource &source, const std::vector<std::string> &names) const;
};

} // namespace kasuri
