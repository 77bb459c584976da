// Static variables of functions in the source.
#pragma once

#include "frontend/Frontend.h"
#include "model/Program.h"
#include "movability/text/Text.h"

#include <optional>

namespace kasuri {

/// The word `static` of a variable's declaration, in the main file of its function's unit. Without
/// it the variable would be automatic, and nothing else would change. Nothing for a declaration of
/// another form.
std::optional<TextRange> staticWordOf(const Program &program, const ParsedSources &sources,
                                      ObjectId variable);

} // namespace kasuri
