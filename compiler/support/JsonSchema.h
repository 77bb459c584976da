// Whether JSON is what a schema of docs/formats says.
//
// For readers that hand a file on to what takes its form for granted, as the pages of a report do.
// It knows the keywords that the schemas here have: type, const, enum, anyOf, $ref to #/$defs,
// properties, required, additionalProperties as a schema or false, items, minItems, maxItems,
// minimum and maximum. What a `pattern` says of a text it leaves to the reader.
#pragma once

#include "llvm/Support/JSON.h"

#include <string>

namespace kasuri {

/// "report.loops[3].line is missing": the first mistake; "" if there is none. `name` is the
/// whole's.
std::string problemBySchema(const llvm::json::Value &value, const llvm::json::Value &schema,
                            const std::string &name);

} // namespace kasuri
