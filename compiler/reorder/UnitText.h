// Whether a translation unit's text can be changed by reordering; internal to it.
#pragma once

#include "frontend/Frontend.h"
#include "movability/text/SourceText.h"

namespace kasuri {

/// `text`: of this unit. Lines keep their numbers, words their meaning, functions their flags.
bool takesNewText(const ParsedSources &sources, size_t unit, const SourceText &text);

} // namespace kasuri
