// The static estimate: operations weighed, loops multiplied, calls added up.
//
// Weights are nanoseconds on a 3 GHz out-of-order core at -O3, where most integer and address
// operations hide behind others: about a third of a cycle each, loads and stores half a cycle,
// floating-point operations one cycle, divisions several. Library functions cost what glibc's take
// on such a core. Trip counts come from constants, else from the declared array that the loop
// walks, else they are a guess, and the result says so. Only ratios matter to the plan.
#include "cost/Cost.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace kasuri {
namespace {

constexpr double guessedTrips = 20;

double libraryNs(const std::string &name) {
  struct Entry {
    const char *name;
    double ns;
  };
  static const Entry entries[] = {
      {"sqrt", 4},    {"fabs", 0.4},   {"floor", 1},    {"sin", 15},     {"cos", 15},
      {"exp", 12},    {"log", 12},     {"pow", 30},     {"printf", 300}, {"fprintf", 300},
      {"fread", 300}, {"fwrite", 300}, {"malloc", 60},  {"calloc", 100}, {"free", 40},
      {"mem", 60},    {"qsort", 5000}, {"bsearch", 100}};
  for (const Entry &entry : entries)
    if (name.starts_with(entry.name))
      return entry.ns;
  return 20;
}

class Estimator {
public:
  Estimator(const Program &program, const Parallelism &facts, const TargetCost &target)
      : program(program), facts(facts), target(target) {
    cost.regions.resize(program.regions.size());
    cost.functionNs.assign(program.functions.size(), 0);
    cost.executions.assign(program.regions.size(), 0);
    state.assign(program.functions.size(), 0);
  }

  CostModel run() {
    for (size_t i = 0; i < program.functions.size(); ++i)
      functionCost(FunctionId(i));
    countExecutions();
    for (RegionCost &each : cost.regions)
      each.estimatedNs = each.perExecutionNs;
    return std::move(cost);
  }

private:
  const Program &program;
  const Parallelism &facts;
  const TargetCost &target;
  CostModel cost;
  std::vector<int> state; ///< by function: 0 unknown, 1 being estimated, 2 known, 3 ordered
  std::vector<std::set<FunctionId>> calledBy; ///< by caller
  std::vector<double> entries;                ///< by function: times called

  double functionCost(FunctionId function) {
    int &known = state[function.index()];
    if (known != 0) // a recursive call counts nothing beyond the call itself
      return cost.functionNs[function.index()];
    known = 1;
    double ns = regionCost(program[function].body);
    cost.functionNs[function.index()] = ns;
    state[function.index()] = 2;
    return ns;
  }

  double valueCost(ValueId id) {
    const Instruction &value = program[id];
    bool isFloating = value.type.kind == ValueType::Kind::Floating;
    switch (value.op) {
    case Op::Constant:
    case Op::Address:
    case Op::Field:
      return 0;
    case Op::Load:
    case Op::Store:
      return target.memoryNs;
    case Op::Div:
    case Op::Rem:
      return target.divideNs;
    case Op::Call:
      return callCost(id, value);
    default:
      return isFloating ? target.floatNs : target.integerNs;
    }
  }

  double callCost(ValueId id, const Instruction &call) {
    double most = 0;
    if (auto found = facts.callees.find(id); found != facts.callees.end())
      for (FunctionId callee : found->second)
        most = std::max(most, functionCost(callee));
    const bool isLibrary = most == 0 || !program[facts.callees.at(id).front()].inMainFile;
    return target.callNs + (isLibrary ? std::max(most, libraryNs(call.calleeName)) : most);
  }

  double blockCost(RegionId id) {
    if (!id.valid())
      return 0;
    double ns = 0;
    for (ValueId value : program[id].values)
      ns += valueCost(value);
    cost.regions[id.index()].perExecutionNs = ns;
    return ns;
  }

  double regionCost(RegionId id) {
    const Region &region = program[id];
    RegionCost &result = cost.regions[id.index()];
    double ns = 0;
    if (region.kind == Region::Kind::Block)
      return blockCost(id);
    for (RegionId child : region.children)
      ns += regionCost(child);
    if (region.kind == Region::Kind::Branch || region.kind == Region::Kind::Switch)
      ns = blockCost(region.condition) +
           ns / std::max<double>(2, static_cast<double>(region.children.size()));
    if (region.kind == Region::Kind::Loop) {
      auto [trips, isGuess] = tripsOf(id);
      result.trips = trips;
      result.isGuess = isGuess;
      result.isOpen = isGuess && trips == guessedTrips;
      ns = blockCost(region.init) +
           trips * (ns + blockCost(region.condition) + blockCost(region.step));
    }
    return result.perExecutionNs = ns;
  }

  std::pair<double, bool> tripsOf(RegionId loop) const {
    const CountedForm &form = program[loop].counted;
    if (!form.variable.valid())
      return {guessedTrips / 2, true};
    const Instruction &bound = program[form.bound];
    bool isConstant = form.step != 0 && bound.op == Op::Constant && form.initial.valid() &&
                      program[form.initial].op == Op::Constant;
    if (isConstant) {
      double distance =
          static_cast<double>(bound.number - form.addend) -
          static_cast<double>(form.factor) * static_cast<double>(program[form.initial].number);
      bool reachesBound =
          form.relation == Relation::LessEqual || form.relation == Relation::GreaterEqual;
      if (reachesBound)
        distance += form.step > 0 ? 1 : -1;
      return {std::max(0.0, std::ceil(distance / static_cast<double>(form.testedStep()))), false};
    }
    uint64_t extent = walkedExtent(loop, form.variable);
    if (extent != 0)
      return {static_cast<double>(extent) /
                  static_cast<double>(std::max<int64_t>(1, std::abs(form.step))),
              true};
    return {guessedTrips, true};
  }

  /// The smallest declared array that the loop indexes by its variable.
  uint64_t walkedExtent(RegionId loop, ObjectId variable) const {
    uint64_t least = 0;
    for (const Instruction &value : program.values) {
      bool isElement = value.op == Op::Element && value.extent != 0 && value.operands.size() == 2;
      if (!isElement || !contains(program, loop, value.block))
        continue;
      const ValueId index = withoutConverts(program, value.operands[1]);
      if (program[index].op == Op::Load && variableOf(program, index) == variable)
        least = least == 0 ? value.extent : std::min(least, value.extent);
    }
    return least;
  }

  /// Callers before callees; a call back into a function being visited is left out.
  void order(FunctionId function, std::vector<FunctionId> &callersLast) {
    if (state[function.index()] == 3)
      return;
    state[function.index()] = 3;
    for (FunctionId callee : calledBy[function.index()])
      order(callee, callersLast);
    callersLast.push_back(function);
  }

  void countExecutions() {
    calledBy.resize(program.functions.size());
    entries.assign(program.functions.size(), 0);
    for (const auto &[call, callees] : facts.callees)
      if (FunctionId caller = program[program[call].block].function; caller.valid())
        calledBy[caller.index()].insert(callees.begin(), callees.end());
    bool hasMain = std::any_of(program.functions.begin(), program.functions.end(),
                               [](const Function &function) { return function.name == "main"; });
    std::vector<FunctionId> callersLast;
    for (size_t i = 0; i < program.functions.size(); ++i) {
      const Function &function = program.functions[i];
      if (hasMain ? function.name == "main" : !function.isInternal) {
        cost.programNs += cost.functionNs[i];
        entries[i] = 1;
        order(FunctionId(i), callersLast);
      }
    }
    for (auto next = callersLast.rbegin(); next != callersLast.rend(); ++next)
      enter(program[*next].body, entries[next->index()]);
  }

  void enter(RegionId id, double times) {
    if (!id.valid() || times <= 0)
      return;
    cost.executions[id.index()] += times;
    const Region &region = program[id];
    bool isLoop = region.kind == Region::Kind::Loop;
    bool isChoice = region.kind == Region::Kind::Branch || region.kind == Region::Kind::Switch;
    double arms = std::max<double>(2, static_cast<double>(region.children.size()));
    double inner = isLoop     ? times * cost.regions[id.index()].trips
                   : isChoice ? times / arms
                              : times;
    enter(region.init, times);
    enter(region.condition, isLoop ? inner : times);
    for (RegionId child : region.children)
      enter(child, inner);
    enter(region.step, inner);
    for (ValueId value : region.values)
      if (auto found = facts.callees.find(value); found != facts.callees.end())
        for (FunctionId callee : found->second)
          entries[callee.index()] += times / static_cast<double>(found->second.size());
  }
};

} // namespace

std::string_view name(Confidence confidence) {
  switch (confidence) {
  case Confidence::Low:
    return "low";
  case Confidence::Medium:
    return "medium";
  case Confidence::High:
    return "high";
  case Confidence::Measured:
    return "measured";
  }
  return "";
}

CostModel estimateCost(const Program &program, const Parallelism &facts, const CostInputs &inputs) {
  return Estimator(program, facts, inputs.target).run();
}

std::string print(const Program &program, const CostModel &cost, const std::string &onlyFunction) {
  std::string out;
  for (size_t i = 0; i < program.functions.size(); ++i)
    if (onlyFunction.empty() || program.functions[i].name == onlyFunction)
      out += "function " + program.functions[i].name + " " +
             std::to_string(static_cast<long long>(cost.functionNs[i])) + " ns\n";
  return out;
}

} // namespace kasuri
