// Text that is made of pieces of a source, and where each piece is from: what a compiler says of an
// operator of the source holds for its copies.
#pragma once

#include "movability/text/SourceText.h"

namespace kasuri {

/// Bytes from `at` on are those of the source from `from` on.
struct TextOrigin {
  size_t at = 0;
  unsigned from = 0, length = 0;
};

/// In the order of the text.
using TextOrigins = std::vector<TextOrigin>;

/// The source's offset of what is at this one in the text; nothing if it is of no source.
std::optional<unsigned> sourceOffset(const TextOrigins &origins, size_t at);

struct MadeText {
  std::string text;
  TextOrigins origins = {};

  MadeText &operator+=(const std::string &more);
  MadeText &operator+=(const MadeText &more);
};

struct MadeEdit {
  TextRange range;
  MadeText text; ///< what stands there instead
};

/// The source's text with these changes. Of changes to the same bytes the first counts.
MadeText madeText(const SourceText &source, TextRange range,
                  const std::vector<MadeEdit> &edits = {});

} // namespace kasuri
