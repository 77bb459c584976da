// Strongly connected parts of the call graph, and what a large one does to the objects in it.
//
//     int expr(struct parser *p) { ... term(p); ... }      expr, term, ... call each other: one
//     int term(struct parser *p) { ... expr(p); ... }      summary for all calls among them
//
// In a large cycle each function is taken to do what any of them does, so each call in it would
// list all the variables of the cycle's functions that pointers lead to. Where these lists would
// become too long, such variables count as escaped: then World stands for them. That is safe, since
// more is taken to be touched by what touches World, and nothing less by what touches the variable.
#include "analysis/CallCycles.h"

#include "analysis/Accesses.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Source: R. Tarjan, Depth-first search and linear graph algorithms (1972).
class CallCycles {
public:
  CallCycles(const Program &program, const PointsTo &pointsTo)
      : program(program), pointsTo(pointsTo), nodes(program.functions.size()) {}

  std::vector<std::vector<FunctionId>> find() {
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].number == 0)
        visit(FunctionId(i));
    return std::move(cycles);
  }

private:
  struct Node {
    size_t number = 0; ///< in order of visits; 0: not visited
    size_t lowest = 0; ///< least number reached that is still open
    bool isOpen = false;
  };
  const Program &program;
  const PointsTo &pointsTo;
  std::vector<Node> nodes;
  std::vector<FunctionId> open;
  std::vector<std::vector<FunctionId>> cycles;
  size_t visits = 0;

  void visit(FunctionId function) {
    Node &node = nodes[function.index()];
    node = {++visits, visits, true};
    open.push_back(function);
    for (ValueId value : valuesWithin(program, program[function].body))
      if (auto found = pointsTo.callees.find(value); found != pointsTo.callees.end())
        for (FunctionId callee : found->second) {
          const Node &other = nodes[callee.index()];
          if (other.number == 0)
            visit(callee);
          if (other.isOpen)
            node.lowest = std::min(node.lowest, other.lowest);
        }
    if (node.lowest == node.number)
      close(function);
  }

  void close(FunctionId root) {
    std::vector<FunctionId> &cycle = cycles.emplace_back();
    do {
      cycle.push_back(open.back());
      nodes[open.back().index()].isOpen = false;
      open.pop_back();
    } while (cycle.back() != root);
  }
};

/// What a value is computed from: the variable that it names, or the pointer.
ValueId rootOf(const Program &program, ValueId value) {
  auto isStep = [&](Op op) { return op == Op::Field || op == Op::Element || op == Op::Convert; };
  while (isStep(program[value].op))
    value = program[value].operands[0];
  return value;
}

/// Variables of functions that pointers in the cycle lead to.
std::set<ObjectId> variablesReached(const Program &program, const PointsTo &pointsTo,
                                    const std::vector<FunctionId> &cycle) {
  std::set<const LocationSet *> sets;
  for (FunctionId function : cycle)
    for (ValueId value : valuesWithin(program, program[function].body))
      if (program[rootOf(program, value)].op != Op::Address)
        sets.insert(&pointsTo.of(value));
  std::set<ObjectId> reached;
  for (const LocationSet *set : sets)
    for (const Location &location : *set)
      if (!pointsTo.isSpecial(location.object) && program[location.object].isAutomatic())
        reached.insert(location.object);
  return reached;
}

size_t callsWithin(const Program &program, const PointsTo &pointsTo,
                   const std::vector<FunctionId> &cycle) {
  size_t calls = 0;
  for (FunctionId function : cycle)
    for (ValueId value : valuesWithin(program, program[function].body))
      calls += pointsTo.callees.contains(value);
  return calls;
}

} // namespace

std::vector<std::vector<FunctionId>> findCallCycles(const Program &program,
                                                    const PointsTo &pointsTo) {
  return CallCycles(program, pointsTo).find();
}

void openLargeCycles(const Program &program, PointsTo &pointsTo) {
  for (const std::vector<FunctionId> &cycle : findCallCycles(program, pointsTo)) {
    if (cycle.size() <= mostInCycle)
      continue;
    const std::set<ObjectId> reached = variablesReached(program, pointsTo, cycle);
    if (reached.size() * callsWithin(program, pointsTo, cycle) > mostListedInCycle)
      pointsTo.escaped.insert(reached.begin(), reached.end());
  }
}

} // namespace kasuri
