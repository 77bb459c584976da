// Bytes that iterations hand on, the same members of several structs as one; internal to the reader
// of pipelines.
#pragma once

#include "analysis/Parallelism.h"

#include <vector>

namespace kasuri {

/// The bytes, and as many again at places that lie `distance` apart.
struct ByteSeries {
  HandedBytes first;
  int64_t distance = 0;
  int64_t count = 1;
};

/// All of the bytes, of one version after the other; members that lie side by side are one piece.
/// What is added to stays alone.
std::vector<ByteSeries> seriesOf(std::vector<HandedBytes> bytes);

} // namespace kasuri
