#include "analysis/access/SummaryOrigins.h"

namespace kasuri {
namespace {

class OriginFinder {
public:
  OriginFinder(const AnalysedProgram &analysed, bool isWrite)
      : analysed(analysed), program(analysed.program), isWrite(isWrite) {}

  void collectAt(ValueId at, ValueId origin) {
    found.insert(origin);
    auto callees = analysed.pointsTo.callees.find(at);
    if (at == origin || callees == analysed.pointsTo.callees.end())
      return;
    const FunctionId caller = program[program[at].block].function;
    const bool isJoined = analysed.effects.functions[caller.index()].joinedCalls.contains(at);
    for (FunctionId callee : callees->second)
      if (isJoined)
        collectAll(callee);
      else
        collect(callee, origin);
  }

  std::set<ValueId> found;

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const bool isWrite;
  std::set<std::pair<FunctionId, ValueId>> seen;

  void collect(FunctionId callee, ValueId representative) {
    if (!seen.emplace(callee, representative).second)
      return;
    found.insert(representative);
    const FunctionAccesses &known = analysed.effects.functions[callee.index()];
    for (const std::vector<SummaryPart> *parts : {&known.summaryParts, known.cycleParts.get()})
      for (const SummaryPart &part : *parts) {
        if (part.representative != representative)
          continue;
        if (part.at.valid())
          collectAt(part.at, part.origin);
        else
          collect(callee, part.origin);
      }
  }

  /// An access of a joined call may stand for any of its callees' in the same direction.
  void collectAll(FunctionId callee) {
    for (const Access &access : analysed.effects.functions[callee.index()].summary)
      if (access.isWrite == isWrite)
        collect(callee, access.origin);
  }
};

} // namespace

std::set<ValueId> originsOf(const AnalysedProgram &analysed, ValueId at, ValueId origin,
                            bool isWrite) {
  OriginFinder finder(analysed, isWrite);
  finder.collectAt(at, origin);
  return std::move(finder.found);
}

} // namespace kasuri
