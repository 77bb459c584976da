// What runs behind a loop: the rest of its function, if the exit does not return from it, and then
// the rest of each function that may have called that one, from the call on. Loops around any of
// these start again.
#include "analysis/pipeline/InputBehind.h"

#include "analysis/library/LibraryFunctions.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class BehindFinder {
public:
  explicit BehindFinder(const AnalysedProgram &analysed)
      : analysed(analysed), program(analysed.program) {}

  /// What stands behind the region in its function, and all of the loops around it.
  void addBehind(RegionId region) {
    for (RegionId up = region; program[up].parent.valid(); up = program[up].parent) {
      const Region &parent = program[program[up].parent];
      if (parent.kind == Region::Kind::Sequence) {
        auto self = std::find(parent.children.begin(), parent.children.end(), up);
        behind.insert(behind.end(), self + 1, parent.children.end());
      }
      if (parent.kind == Region::Kind::Branch && parent.condition == up)
        behind.insert(behind.end(), parent.children.begin(), parent.children.end());
      else if (parent.kind != Region::Kind::Sequence && parent.kind != Region::Kind::Branch)
        behind.push_back(program[up].parent);
    }
  }

  void add(RegionId region) { behind.push_back(region); }

  /// Behind all calls that lead to the function.
  void addCallers(FunctionId function) {
    std::set<FunctionId> seen{function};
    for (std::vector<FunctionId> open{function}; !open.empty();) {
      const FunctionId callee = open.back();
      open.pop_back();
      for (const auto &[call, callees] : analysed.pointsTo.callees) {
        if (std::find(callees.begin(), callees.end(), callee) == callees.end())
          continue;
        addBehind(program[call].block);
        addRest(call);
        if (const FunctionId caller = program[program[call].block].function;
            seen.insert(caller).second)
          open.push_back(caller);
      }
    }
  }

  bool looksAtInput() const {
    bool looks = false;
    forEachReached(program, analysed.pointsTo.callees, called,
                   [&](FunctionId, const std::vector<ValueId> &values) { looks |= look(values); });
    return looks || look(rest) || std::any_of(behind.begin(), behind.end(), [&](RegionId region) {
             return anyReached(analysed, region, [&](ValueId value) { return isLook(value); });
           });
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  std::vector<RegionId> behind;
  std::vector<ValueId> rest;      ///< of blocks
  std::vector<FunctionId> called; ///< by these

  /// What the call's block evaluates behind it.
  void addRest(ValueId call) {
    const std::vector<ValueId> &values = program[program[call].block].values;
    for (auto value = std::find(values.begin(), values.end(), call); value != values.end();
         ++value) {
      if (*value == call)
        continue;
      rest.push_back(*value);
      if (auto callees = analysed.pointsTo.callees.find(*value);
          callees != analysed.pointsTo.callees.end())
        called.insert(called.end(), callees->second.begin(), callees->second.end());
    }
  }

  bool look(const std::vector<ValueId> &values) const {
    return std::any_of(values.begin(), values.end(), [&](ValueId value) { return isLook(value); });
  }

  /// None of these looks at input.
  static bool endsUse(const std::string &callee) {
    static const std::set<std::string> all = {"fclose", "fflush", "perror", "remove", "unlink"};
    return all.contains(callee);
  }

  bool isLook(ValueId value) const {
    const LibraryFunction *library = libraryCalled(program[value]);
    if (!library)
      return analysed.pointsTo.unknownCalls.contains(value);
    return library->callsBack ||
           (library->isInputOutput && !library->hasOutput && !endsUse(program[value].calleeName));
  }
};

} // namespace

bool usesInputBehind(const AnalysedProgram &analysed, RegionId loop, const PipelineElement &exit) {
  if (!analysed.pointsTo.closedWorld)
    return true;
  BehindFinder finder(analysed);
  if (!exit.isReturn)
    finder.addBehind(loop);
  for (RegionId leaving : exit.leaving)
    finder.add(leaving);
  finder.addCallers(analysed.program[loop].function);
  return finder.looksAtInput();
}

} // namespace kasuri
