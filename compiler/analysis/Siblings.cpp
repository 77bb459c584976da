// Dependences between the statements of a sequence, for the macro-task graph.
//
// Two statements may run side by side if no access of one meets a write of the other. Statements
// that might leave the sequence, or not return, are marked: nothing after them may start before
// them. In a sequence with fewer than two statements worth a task the order of the source is kept
// as it stands, which saves the pairwise tests.
#include "analysis/LoopVerdicts.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Loops, and statements that call functions: what may be worth a task.
bool isHeavy(const AnalysedProgram &analysed, RegionId region) {
  for (RegionId inside : regionsWithin(analysed.program, region))
    if (analysed.program[inside].kind == Region::Kind::Loop)
      return true;
  for (ValueId value : valuesWithin(analysed.program, region))
    if (analysed.pointsTo.callees.contains(value))
      return true;
  return false;
}

bool isBefore(const SourceLocation &a, const SourceLocation &b) {
  return std::pair(a.line, a.column) <= std::pair(b.line, b.column);
}

class SiblingJudge {
public:
  SiblingJudge(const AnalysedProgram &analysed, RegionId sequence, Parallelism &facts)
      : analysed(analysed), program(analysed.program), sequence(sequence), facts(facts),
        children(program[sequence].children), function(program[sequence].function) {}

  void judge() {
    for (RegionId child : children)
      judgeChild(child);
    auto heavy = std::count_if(children.begin(), children.end(),
                               [&](RegionId child) { return isHeavy(analysed, child); });
    if (heavy < 2)
      keepOrder();
    else
      comparePairs();
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId sequence;
  Parallelism &facts;
  const std::vector<RegionId> &children;
  FunctionId function;

  void judgeChild(RegionId child) {
    SiblingFacts &known = facts.siblings[child];
    bool isIrregular =
        program[child].kind == Region::Kind::Opaque || program[child].kind == Region::Kind::Jump;
    known.mayLeave = isIrregular || !findLeavingJump(program, child).empty() ||
                     findExit(analysed, child).valid();
    for (RegionId inside : regionsWithin(program, child))
      known.mayLeave |= program[inside].kind == Region::Kind::Loop && neverEnds(program, inside);
    for (const Object &object : program.objects) {
      bool isHere = object.kind == Object::Kind::Local && object.scope == sequence &&
                    isBefore(program[child].location, object.location) &&
                    isBefore(object.location, program[child].end) &&
                    object.location.file == program[child].location.file;
      known.declares |= isHere;
    }
  }

  void keepOrder() {
    for (size_t i = 1; i < children.size(); ++i)
      facts.dependences.push_back({children[i - 1], children[i], SiblingDependence::Kind::Flow,
                                   "program order", 0, program[children[i - 1]].location,
                                   program[children[i]].location});
  }

  OwnMemory ownOf(RegionId child) const {
    OwnMemory own;
    own.callees = calleesWithin(analysed, child);
    for (size_t i = 0; i < program.objects.size(); ++i) {
      const Object &object = program.objects[i];
      if (object.kind == Object::Kind::Local && object.owner == function && object.scope.valid() &&
          contains(program, child, object.scope))
        own.objects.insert(ObjectId(i));
    }
    return own;
  }

  void comparePairs() {
    Viewpoint view = withinSequence(program, analysed.effects, function, sequence);
    DependenceFinder finder(program, analysed.pointsTo, analysed.effects, function);
    std::vector<std::vector<AccessGroup>> groups;
    for (RegionId child : children)
      groups.push_back(finder.groups(child, view, ownOf(child)));
    for (size_t j = 1; j < children.size(); ++j)
      for (size_t i = 0; i < j; ++i)
        if (auto found = finder.between(groups[i], groups[j], view, {}))
          addDependence(children[i], children[j], *found);
  }

  void addDependence(RegionId from, RegionId to, const Dependence &dependence) {
    using Kind = SiblingDependence::Kind;
    Kind kind = !dependence.from.isWrite ? Kind::Anti
                : dependence.to.isWrite  ? Kind::Output
                                         : Kind::Flow;
    facts.dependences.push_back({from, to, kind, subjectOf(program, dependence.from), 0,
                                 program[dependence.from.origin].location,
                                 program[dependence.to.origin].location});
  }
};

} // namespace

void judgeSiblings(const AnalysedProgram &analysed, RegionId sequence, Parallelism &facts) {
  SiblingJudge(analysed, sequence, facts).judge();
}

} // namespace kasuri
