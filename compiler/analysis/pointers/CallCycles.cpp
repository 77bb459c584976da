// Strongly connected parts of the call graph, and what a large one does to the objects in it.
//
//     int expr(struct parser *p) { ... term(p); ... }      expr, term, ... call each other: one
//     int term(struct parser *p) { ... expr(p); ... }      summary for all calls among them
//
// In a large cycle each function is taken to do what any of them does, so each call in it would
// list all the variables of the cycle's functions that pointers lead to. Where these lists would
// become too long, such variables count as escaped: then World stands for them. That is safe, since
// more is taken to be touched by what touches World, and nothing less by what touches the variable.
#include "analysis/pointers/CallCycles.h"

#include "analysis/support/IdSet.h"
#include "analysis/support/StrongComponents.h"
#include "model/Regions.h"

namespace kasuri {
namespace {

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

CallCycles findCallCycles(const Program &program, const PointsTo &pointsTo) {
  std::vector<IdSet> called(program.functions.size());
  for (const auto &[call, callees] : pointsTo.callees)
    if (FunctionId caller = program[program[call].block].function; caller.valid())
      for (FunctionId callee : callees)
        called[caller.index()].insert(callee.value);
  CallCycles cycles;
  for (const std::vector<GraphNode> &part :
       findStrongComponents(called.size(), [&](GraphNode caller) {
         std::vector<GraphNode> successors;
         called[caller].forEach([&](uint32_t callee) { successors.push_back(callee); });
         return successors;
       }))
    cycles.emplace_back(part.begin(), part.end());
  return cycles;
}

void openLargeCycles(const Program &program, const CallCycles &cycles, PointsTo &pointsTo) {
  for (const std::vector<FunctionId> &cycle : cycles) {
    if (cycle.size() <= maxInCycle)
      continue;
    const std::set<ObjectId> reached = variablesReached(program, pointsTo, cycle);
    if (reached.size() * callsWithin(program, pointsTo, cycle) > maxListedInCycle)
      for (ObjectId object : reached)
        pointsTo.escaped.insert(object);
  }
}

} // namespace kasuri
