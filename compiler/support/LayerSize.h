// How large a layer of macro-tasks may be.
#pragma once

#include <cstddef>

namespace kasuri {

/// A layer has no more tasks than these, for they are compared in pairs. So statements of one
/// sequence that are further apart are in no common layer, and nobody asks for dependences between
/// them.
constexpr size_t mostTasksOfLayer = 256;

} // namespace kasuri
