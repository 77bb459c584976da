// Task graphs of the shapes on which list schedulers are customarily compared.
#pragma once

#include "plan/Schedule.h"

#include <random>
#include <string>

namespace kasuri::taskgraphs {

struct Shape {
  std::string name;
  /// About so many pieces, 10 to 100 us each, that hand over up to 16 KiB.
  std::vector<Piece> (*make)(std::mt19937 &random, size_t pieces);
};

/// Random layered, Gauss elimination, FFT, Cholesky, fork-join, in-tree, out-tree.
const std::vector<Shape> &shapes();

} // namespace kasuri::taskgraphs
