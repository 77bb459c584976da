// Layers whose tasks are not placed in advance.
#pragma once

#include "plan/Schedule.h"

namespace kasuri {

/// What becomes of a layer whose tasks do not take the same in each run.
struct Outlook {
  double meanNs = 0;                 ///< makespan, by the graph if there is one, else by a table
  std::optional<PlannedGraph> graph; ///< clearly better than the best table, or asked for
};

/// By what the layer's tasks may take each time, and what its conditions may say. None where all
/// of that is certain, unless a graph is asked for; one that would be too large is not made.
std::optional<Outlook> foresee(const PlannedLayer &layer, const Machine &machine,
                               Dispatch dispatch);

/// A graph for workers that come at any time, with loops cut so finely that they can share them;
/// none where parts cost something of their own.
std::optional<PlannedGraph> graphForLateWorkers(const PlannedLayer &layer);

/// One run of pieces that the runtime places.
struct DynamicInput {
  std::vector<double> costNs;        ///< by piece, on the fastest core
  std::vector<bool> isRuledOut = {}; ///< by piece: its condition says so; empty: none
  double wakeNs = 0;                 ///< so long after the first worker the others begin
};

/// When they end.
double dynamicMakespanNs(const std::vector<Piece> &pieces, const DynamicInput &input,
                         const Machine &machine, unsigned workers);

} // namespace kasuri
