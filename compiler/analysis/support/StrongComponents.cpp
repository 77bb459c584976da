// Functions that call each other, pointers that are copied to each other: what holds of one of a
// cycle holds of all.
//
//     a -> b -> c -> b        parts: {c, b}, {a}
//
// The search keeps its own stack, since a path may be as long as the program.
//
// Source: R. Tarjan, Depth-first search and linear graph algorithms (1972).
#include "analysis/support/StrongComponents.h"

#include <algorithm>
#include <utility>

namespace kasuri {
namespace {

class PartSearch {
public:
  PartSearch(size_t count, const GraphSuccessors &successors)
      : successors(successors), nodes(count) {}

  std::vector<std::vector<GraphNode>> find() {
    for (GraphNode node = 0; node < nodes.size(); ++node)
      if (nodes[node].number == 0)
        visit(node);
    return std::move(parts);
  }

private:
  struct State {
    uint32_t number = 0; ///< in order of visits; 0: not visited
    uint32_t lowest = 0; ///< least number reached that is still open
    bool isOpen = false;
  };
  struct Visit {
    GraphNode node;
    std::vector<GraphNode> successors;
    size_t next = 0;
  };
  const GraphSuccessors &successors;
  std::vector<State> nodes;
  std::vector<GraphNode> open;
  std::vector<Visit> path;
  std::vector<std::vector<GraphNode>> parts;
  uint32_t visited = 0;

  void visit(GraphNode root) {
    enter(root);
    while (!path.empty()) {
      Visit &last = path.back();
      if (last.next < last.successors.size())
        follow(last.node, last.successors[last.next++]);
      else
        leave();
    }
  }

  void enter(GraphNode node) {
    ++visited;
    nodes[node] = {visited, visited, true};
    open.push_back(node);
    path.push_back({node, successors(node)});
  }

  void follow(GraphNode from, GraphNode to) {
    if (nodes[to].number == 0)
      enter(to);
    else if (nodes[to].isOpen)
      nodes[from].lowest = std::min(nodes[from].lowest, nodes[to].number);
  }

  void leave() {
    const GraphNode node = path.back().node;
    const State &state = nodes[node];
    path.pop_back();
    if (!path.empty()) {
      State &before = nodes[path.back().node];
      before.lowest = std::min(before.lowest, state.lowest);
    }
    if (state.lowest == state.number)
      close(node);
  }

  void close(GraphNode root) {
    std::vector<GraphNode> &part = parts.emplace_back();
    do {
      part.push_back(open.back());
      nodes[open.back()].isOpen = false;
      open.pop_back();
    } while (part.back() != root);
  }
};

} // namespace

std::vector<std::vector<GraphNode>> findStrongComponents(size_t nodes,
                                                         const GraphSuccessors &successors) {
  return PartSearch(nodes, successors).find();
}

} // namespace kasuri
