// Strongly connected parts of a graph.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace kasuri {

using GraphNode = uint32_t; ///< from 0 to the number of nodes
using GraphSuccessors = std::function<std::vector<GraphNode>(GraphNode)>;

/// Nodes that reach each other, most of them one alone; what a part leads to comes before it.
std::vector<std::vector<GraphNode>> findStrongComponents(size_t nodes,
                                                         const GraphSuccessors &successors);

} // namespace kasuri
