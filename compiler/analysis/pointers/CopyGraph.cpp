// Nodes that copy to each other in a cycle.
//
//     while (p) p = next(p);        p -> parameter -> result -> p: one set of locations for all
//     three
//
// What is copied in a cycle reaches each of its nodes, so all of them hold the same in the end.
#include "analysis/pointers/CopyGraph.h"

#include "analysis/support/StrongComponents.h"

#include <algorithm>

namespace kasuri {

std::vector<std::vector<Node>> findCopyCycles(const std::vector<NodeContents> &nodes) {
  auto standingFor = [&](Node node) {
    while (nodes[node].standsInFor != noNode)
      node = nodes[node].standsInFor;
    return node;
  };
  auto parts = findStrongComponents(nodes.size(), [&](Node node) {
    std::vector<Node> copies = nodes[node].copies;
    std::transform(copies.begin(), copies.end(), copies.begin(), standingFor);
    return copies;
  });
  std::erase_if(parts, [](const std::vector<Node> &part) { return part.size() == 1; });
  return parts;
}

} // namespace kasuri
