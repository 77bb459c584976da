// List scheduling of one layer on a number of workers.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// A piece of work to place: a whole task or one part of a split one.
struct Piece {
  uint16_t task = 0, part = 0, parts = 1;
  double costNs = 0;
  std::vector<size_t> predecessors; ///< indices of pieces, all lower
};

/// Critical path first, each piece where it finishes earliest, counting the signal between workers.
PlannedTable schedule(const std::vector<Piece> &pieces, const Machine &machine, unsigned workers);

/// The longest chain of pieces.
double criticalPathNs(const std::vector<Piece> &pieces);

} // namespace kasuri
