// Strongly connected parts of the copies between nodes.
//
//     while (p) p = next(p);        p -> parameter -> result -> p: one set of locations for all
//     three
//
// What is copied in a cycle reaches each of its nodes, so all of them hold the same in the end. The
// search keeps its own stack, since a chain of copies may be as long as the program.
//
// Source: R. Tarjan, Depth-first search and linear graph algorithms (1972).
#include "analysis/CopyGraph.h"

#include <algorithm>
#include <utility>

namespace kasuri {
namespace {

class CopyCycles {
public:
  explicit CopyCycles(const std::vector<Contents> &nodes)
      : nodes(nodes), numbers(nodes.size()), lowest(nodes.size()), isOpen(nodes.size()) {}

  std::vector<std::vector<Node>> find() {
    for (Node node = 0; node < nodes.size(); ++node)
      if (numbers[node] == 0 && !nodes[node].copies.empty())
        visit(node);
    return std::move(cycles);
  }

private:
  struct Visit {
    Node node;
    size_t next = 0; ///< of its copies
  };
  const std::vector<Contents> &nodes;
  std::vector<uint32_t> numbers; ///< in order of visits; 0: not visited
  std::vector<uint32_t> lowest;  ///< least number reached that is still open
  std::vector<bool> isOpen;
  std::vector<Node> open;
  std::vector<Visit> visits;
  std::vector<std::vector<Node>> cycles;
  uint32_t visited = 0;

  Node standingFor(Node node) const {
    while (nodes[node].standsInFor != noNode)
      node = nodes[node].standsInFor;
    return node;
  }

  void enter(Node node) {
    numbers[node] = lowest[node] = ++visited;
    isOpen[node] = true;
    open.push_back(node);
    visits.push_back({node});
  }

  void visit(Node root) {
    enter(root);
    while (!visits.empty()) {
      const Node node = visits.back().node;
      if (visits.back().next < nodes[node].copies.size())
        follow(node, standingFor(nodes[node].copies[visits.back().next++]));
      else
        leave(node);
    }
  }

  void follow(Node node, Node to) {
    if (numbers[to] == 0)
      enter(to);
    else if (isOpen[to])
      lowest[node] = std::min(lowest[node], numbers[to]);
  }

  void leave(Node node) {
    visits.pop_back();
    if (!visits.empty())
      lowest[visits.back().node] = std::min(lowest[visits.back().node], lowest[node]);
    if (lowest[node] != numbers[node])
      return;
    std::vector<Node> cycle;
    do {
      cycle.push_back(open.back());
      isOpen[open.back()] = false;
      open.pop_back();
    } while (cycle.back() != node);
    if (cycle.size() > 1)
      cycles.push_back(std::move(cycle));
  }
};

} // namespace

std::vector<std::vector<Node>> findCopyCycles(const std::vector<Contents> &nodes) {
  return CopyCycles(nodes).find();
}

} // namespace kasuri
