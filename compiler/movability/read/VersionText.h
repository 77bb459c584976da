// The versions of blocks that a pipeline's workers have, as C text; internal to the reader of
// pipelines. Where a block lies, where the worker's version does, and its bytes are variables.
#pragma once

#include "movability/read/ByteSeries.h"

#include <string>

namespace kasuri {

class VersionText {
public:
  explicit VersionText(const Pipeline &its) : its(its) {}

  /// The name of a version's variable: "home", "own", or "bytes".
  static std::string ofVersion(const char *what, size_t number);
  /// Where the bytes are in the original, or in the copy.
  static std::string placeIn(const char *what, const HandedBytes &handed);
  /// A number, or a pointer, of so many bytes that is the other one and what is added to it.
  static std::string addedText(const std::string &to, const std::string &from, uint64_t bytes,
                               int64_t added);

  /// Of a copy, in which all bytes have a place that iterations hand on.
  std::string roomText(size_t version) const;
  std::string bytesOfBlock(size_t version, const std::string &block) const;
  /// What a new version has of the block before it takes anything.
  std::string fillText(size_t version) const;
  /// What the segment takes from the iteration before, and leaves for the next one, if there is
  /// one.
  std::string takeText(size_t segment) const;
  std::string leaveText(size_t segment, bool goesOn) const;
  /// A block of which the size is not known may end in front of these bytes, or among them, or in
  /// front of the last such bytes that far behind: the program may touch them only if it has
  /// others.
  bool mayEndAmong(const HandedBytes &handed, int64_t behind = 0) const;

private:
  const Pipeline &its;

  std::string bytesText(const ByteSeries &series, bool isBack) const;
  std::string addedBytesText(const HandedBytes &handed) const;
  bool isTakenBefore(size_t segment, size_t version) const;
  std::string ifMade(size_t segment, const HandedBytes &handed) const;
};

} // namespace kasuri
