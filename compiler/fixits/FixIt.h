// A fix-it: edits of the sources that deal with all obstacles of a loop.
#pragma once

#include "support/Obstacle.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kasuri {

/// Bytes of a main file that another text takes the place of.
struct FileEdit {
  FileId file;
  size_t offset = 0, length = 0; ///< bytes; length 0: an insertion
  SourceLocation begin, end;     ///< the same as places
  std::string text;

  bool operator==(const FileEdit &) const = default;
};

struct FixIt {
  SourceLocation loop;                  ///< its keyword
  size_t loopOffset = 0, loopBytes = 0; ///< of the whole loop, in the same file
  std::string title;                    ///< "declare 'y' restrict"
  /// The user says so: Kasuri has no proof. False: the program keeps its meaning for certain.
  bool isPromise = true;
  std::vector<FileEdit> edits; ///< ascending; none overlap
};

} // namespace kasuri
