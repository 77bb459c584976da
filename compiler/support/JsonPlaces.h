// Where in a file of JSON a problem is, as editors understand it.
//
//     {"cores": [{"id": 0}, {"id": "one"}]}      machine.cores[1].id is not a number
//                                                board.json:1:29: error: machine.cores[1].id is ...
//
// A problem names its value by a path, because the parser keeps no places. So the text is walked
// once more along the path. What is missing is where it should be: at the last value on the path
// that is there.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace kasuri {

struct PlacedProblem {
  size_t line, column; ///< from 1
  std::string text;
};

/// With the line and column of a byte.
PlacedProblem placedAt(llvm::StringRef json, size_t byte, llvm::StringRef text);

/// `problem` as parseJson, JsonCursor and problemBySchema tell it. Nothing if it names no place.
std::optional<PlacedProblem> placeProblem(llvm::StringRef json, llvm::StringRef problem);

} // namespace kasuri
