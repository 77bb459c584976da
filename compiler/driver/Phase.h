// The phases by the names that --dump and --stop-after know, in the order they run.
#pragma once

#include <cstdint>

namespace kasuri {

enum class Phase : uint8_t { Model, Analysis, Reorder, Graph, Cost, Plan, Emit, Report };

} // namespace kasuri
