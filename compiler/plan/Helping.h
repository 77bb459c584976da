// Workers of a pipeline that wait for their turn, and the layers in iterations that they help with.
#pragma once

#include "cost/Cost.h"
#include "plan/Candidates.h"
#include "plan/NestedLayers.h"

namespace kasuri {

struct HelpContext {
  const Program &program;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const Machine &machine;
};

/// Sets what the stages of the candidate, a pipeline, take when others help, and with that its
/// time, if it is shorter so. The task's nested layers are then those that are worth it. `chosen`:
/// the layers by ChosenLayer::index.
void planHelp(Candidate &candidate, NestedLayers &nestedLayers,
              const std::vector<PlannedLayer> &chosen, const HelpContext &known);

} // namespace kasuri
