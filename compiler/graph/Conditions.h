// Earliest executable conditions of the tasks of one layer.
#pragma once

#include "graph/MacroTaskGraph.h"

namespace kasuri {

/// By task. `dependences` holds, by task, every lower task that it depends on by data; those that
/// others imply may be there or not.
std::vector<Condition> findEarliestConditions(const std::vector<MacroTask> &tasks,
                                              const std::vector<std::vector<TaskId>> &dependences);

} // namespace kasuri
