#include "movability/openmp/ErrnoUse.h"

#include "analysis/library/LibraryFunctions.h"
#include "model/Regions.h"

#include "llvm/ADT/STLExtras.h"

namespace kasuri {
namespace {

bool readsErrno(const Instruction &call) {
  const LibraryFunction *known = findLibraryFunction(call.calleeName);
  return known && known->usesErrno;
}

/// What a pointer leads to may be any function of the library.
bool setsErrno(const Instruction &call) {
  const LibraryFunction *known = findLibraryFunction(call.calleeName);
  return call.calleeName.empty() || (known && known->setsErrno);
}

/// What of the region's parent may run after the region, which may run again.
std::vector<RegionId> laterBeside(const Program &program, RegionId region) {
  const RegionId parent = program[region].parent;
  const Region &around = program[parent];
  const auto begin = llvm::find(around.children, region);
  switch (around.kind) {
  case Region::Kind::Sequence:
  case Region::Kind::Switch:
    if (begin != around.children.end())
      return {std::next(begin), around.children.end()};
    return around.children; // after a switch's condition
  case Region::Kind::Branch:
    return begin == around.children.end() ? around.children : std::vector<RegionId>();
  default:
    return {parent};
  }
}

} // namespace

ErrnoUse::ErrnoUse(const Program &program, const Parallelism &facts)
    : program(program), facts(facts) {
  for (const auto &[call, functions] : facts.callees)
    for (FunctionId each : functions)
      callersOf[each].push_back(call);
  for (size_t i = 0; i < program.values.size(); ++i) {
    const Instruction &value = program.values[i];
    if (value.op != Op::Call || !readsErrno(value))
      continue;
    if (!anyReader)
      anyReader = ValueId(i);
    const FunctionId function = program[value.block].function;
    isReadAtAnyTime |=
        function.valid() && program[function].name != "main" && isCalledElsewhere(function);
  }
}

/// At the end of the program, by code beside the sources, or through a pointer.
bool ErrnoUse::isCalledElsewhere(FunctionId function) const {
  const Function &its = program[function];
  return its.runsAtEnd || (its.object.valid() && program[its.object].addressTaken) ||
         (!its.isInternal && program.isNamedOutside) || !callersOf.contains(function);
}

std::optional<ValueId> ErrnoUse::findIn(const std::vector<RegionId> &regions,
                                        bool (*wanted)(const Instruction &)) const {
  std::optional<ValueId> found;
  std::vector<FunctionId> called;
  auto look = [&](const std::vector<ValueId> &values) {
    for (ValueId each : values) {
      if (program[each].op != Op::Call)
        continue;
      if (auto functions = facts.callees.find(each); functions != facts.callees.end())
        called.insert(called.end(), functions->second.begin(), functions->second.end());
      if (!found && wanted(program[each]))
        found = each;
    }
  };
  for (RegionId region : regions)
    look(valuesWithin(program, region));
  forEachReached(program, facts.callees, called,
                 [&](FunctionId, const std::vector<ValueId> &values) { look(values); });
  return found;
}

std::optional<ValueId> ErrnoUse::readAfter(RegionId region, std::set<FunctionId> &seen) const {
  const FunctionId function = program[region].function;
  for (; program[region].parent.valid(); region = program[region].parent)
    if (auto reader = findIn(laterBeside(program, region), readsErrno))
      return reader;
  if (!function.valid() || !seen.insert(function).second || program[function].name == "main")
    return std::nullopt;
  if (isCalledElsewhere(function))
    return anyReader;
  for (ValueId call : callersOf.at(function)) {
    // What stands behind the call in its block, and then around it.
    if (auto reader = findIn({program[call].block}, readsErrno))
      return reader;
    if (auto reader = readAfter(program[call].block, seen))
      return reader;
  }
  return std::nullopt;
}

std::optional<ValueId> ErrnoUse::readAfter(RegionId statement) const {
  if (!anyReader || isReadAtAnyTime)
    return anyReader;
  std::set<FunctionId> seen;
  return readAfter(statement, seen);
}

std::optional<Refusal> ErrnoUse::whyNotOnThreads(const std::vector<RegionId> &statements,
                                                 const std::optional<ValueId> &reader) const {
  if (auto own = findIn(statements, readsErrno))
    return Refusal{"code that looks at errno", program[*own].location};
  if (reader && findIn(statements, setsErrno))
    return Refusal{"code that may set errno, which is read afterwards", program[*reader].location};
  return std::nullopt;
}

} // namespace kasuri
