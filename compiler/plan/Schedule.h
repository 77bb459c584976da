// List scheduling of one layer on a number of workers.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// A piece of work to place: a whole task or one part of a split one.
struct Piece {
  struct Edge {
    size_t piece = 0; ///< lower than the one that waits
    double bytes = 0; ///< that it wrote and the waiting one reads
  };
  uint16_t task = 0, part = 0, parts = 1;
  double costNs = 0; ///< on the machine's fastest core
  std::vector<Edge> predecessors;
  /// By worker, where it is no matter of the core's speed alone; then costNs is the least of them,
  /// each by the speed of its core.
  std::vector<double> nsOn = {};
  /// Of its predecessors: the condition that decides whether it runs.
  std::optional<size_t> control = {};
};

/// How the next piece and its worker are chosen. `Insertion` goes by bottom level and fills gaps
/// (HEFT); the others go through time and choose among the pieces that are ready and the workers
/// that are idle: CP by bottom level, DT by least data transfer, ETF by earliest start, MISF by
/// most immediate successors.
enum class ListRule : uint8_t { Insertion, CpDtMisf, CpEtfMisf, EtfCp };

/// Worker i is the machine's core i, and it has at least `workers` of them.
PlannedTable scheduleBy(ListRule rule, const std::vector<Piece> &pieces, const Machine &machine,
                        unsigned workers);

/// The best of all rules, improved by scheduling it backwards and forwards again.
PlannedTable schedule(const std::vector<Piece> &pieces, const Machine &machine, unsigned workers);

/// The longest chain of pieces, in ns on the fastest core.
double criticalPathNs(const std::vector<Piece> &pieces);

/// No schedule ends earlier: the longest chain on the fastest core, and all work on all cores.
double lowerBoundNs(const std::vector<Piece> &pieces, const Machine &machine, unsigned workers);

} // namespace kasuri
