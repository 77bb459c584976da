// How control runs through the body of a loop.
//
//     while ((n = fread(in, 1, N, f)) > 0) {   the head: evaluated in order
//       if (n < 4)                             goes on with the next iteration, in its own element
//         continue;
//       pack(in, n, out);
//       if (!decode(out, n, &m)) {             two pieces: decode(...) need not be in order with
//         bad++;                               what the arms hand on
//         continue;
//       }
//       if (fwrite(out, 1, n, g) != n)         an exit: the loop ends in the iteration that takes
//         return -1;                           it, and `return -1` runs behind the loop
//     }
//
// A block in the body is what its statements are. A branch falls into its condition and its arms if
// the condition calls a function of the program: only what takes long is worth a cut.
//
// Of a branch that may leave the loop, the arm that leaves always does, at its end. It runs when
// the loop is over, where it stands in the source, so it may do anything but go on with the loop.
// Such a branch falls into two pieces as well if later iterations may run ahead though data decide
// it (--assume=input, --assume=exits): the condition is what takes long.
#include "analysis/pipeline/Elements.h"

#include "analysis/pipeline/EnvironmentFailures.h"
#include "model/BranchParts.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxElements = 64;

class ElementFinder {
public:
  ElementFinder(const AnalysedProgram &analysed, const StatementFacts &statements, RegionId loop,
                const InlinedProgram *inlined)
      : analysed(analysed), program(analysed.program), statements(statements), loop(loop),
        inlined(inlined), values(program) {}

  std::optional<PipelineElements> find() {
    const Region &region = program[loop];
    const RegionId body = region.children[0];
    if (!region.obstacle.empty() || region.runsOnce ||
        program[body].kind != Region::Kind::Sequence || isIrregular())
      return std::nullopt;
    PipelineElement head;
    for (RegionId part : {region.condition, region.step})
      if (part.valid())
        head.regions.push_back(part);
    if (!staysInside(head.regions))
      return std::nullopt;
    add(std::move(head));
    return addStatements(body) ? std::optional(std::move(found)) : std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const StatementFacts &statements;
  RegionId loop;
  const InlinedProgram *inlined;
  LocalValues values;
  PipelineElements found;

  bool addStatements(RegionId sequence) {
    const std::vector<RegionId> &children = program[sequence].children;
    return std::all_of(children.begin(), children.end(), [&](RegionId statement) {
      if (inlined && inlined->isStretchOfCall(statement))
        return addCalled(statement);
      if (isBlock(statement))
        return mayBeMoved(statement) && addStatements(statement);
      std::optional<PipelineElement> element = elementOf(statement);
      if (!element || found.all.size() >= maxElements)
        return false;
      if (isDivisible(*element))
        addParts(std::move(*element));
      else
        add(std::move(*element));
      return true;
    });
  }

  /// They stand between what the call does before, and behind.
  bool addCalled(RegionId statements) {
    const size_t arguments = found.all.size() - 1;
    if (!addStatements(statements))
      return false;
    found.calls.push_back({arguments, found.all.size()});
    return true;
  }

  /// A block of the source. Parts of an expression are no statements of their own.
  bool isBlock(RegionId statement) const {
    const Region &region = program[statement];
    return region.kind == Region::Kind::Sequence &&
           std::all_of(region.children.begin(), region.children.end(),
                       [&](RegionId each) { return program[each].inMainFile; });
  }

  bool mayBeMoved(RegionId statement) const {
    return program[statement].inMainFile && !analysed.excludedBy[statement.index()].valid();
  }

  /// Its condition is worth a piece of its own.
  bool isDivisible(const PipelineElement &element) const {
    const Region &branch = program[element.piece.statement];
    const bool isOrdered =
        element.isExit() && (element.failsFrom || !analysed.assumptions.mayRunAhead());
    if (branch.kind != Region::Kind::Branch || isOrdered || branch.children.empty() ||
        !jumpsFrom(branch.condition).empty())
      return false;
    const std::vector<ValueId> values = valuesWithin(program, branch.condition);
    return std::any_of(values.begin(), values.end(),
                       [&](ValueId value) { return analysed.pointsTo.callees.contains(value); });
  }

  void addParts(PipelineElement whole) {
    PipelineElement condition, arms = std::move(whole);
    const RegionId statement = arms.piece.statement, tested = program[statement].condition;
    condition.piece = {PipelinePiece::Part::Condition, statement};
    condition.regions = {tested};
    arms.piece.part = PipelinePiece::Part::Arms;
    if (arms.isExit())
      std::erase(arms.regions, tested);
    else
      arms.regions = program[statement].children;
    add(std::move(condition));
    add(std::move(arms));
  }

  bool isIrregular() const {
    for (RegionId up = loop; up.valid(); up = program[up].parent)
      if (program[up].kind == Region::Kind::Opaque ||
          !(program[up].inMainFile || program[up].isStretch))
        return true;
    const std::vector<RegionId> inside = regionsWithin(program, loop);
    return std::any_of(inside.begin(), inside.end(), [&](RegionId each) {
      return program[each].kind == Region::Kind::Opaque ||
             (program[each].isStretch && !(inlined && inlined->isStretchOfCall(each))) ||
             (program[each].kind == Region::Kind::Loop && each != loop && neverEnds(program, each));
    });
  }

  /// Jumps below the region that lead out of it, or to the end of this loop or its iteration.
  std::vector<RegionId> jumpsFrom(RegionId region) const {
    std::vector<RegionId> jumps;
    for (RegionId each : regionsWithin(program, region)) {
      const Region &jump = program[each];
      if (jump.kind != Region::Kind::Jump)
        continue;
      const bool isLocal =
          jump.jump == Region::JumpKind::Break || jump.jump == Region::JumpKind::Continue;
      if (!isLocal || !contains(program, region, endedBy(program, each)))
        jumps.push_back(each);
    }
    return jumps;
  }

  bool isReturn(RegionId last) const {
    return program[last].kind == Region::Kind::Jump &&
           program[last].jump == Region::JumpKind::Return;
  }

  /// Control stays in the iteration, or goes on with the next one.
  bool staysInLoop(RegionId jump) const {
    const Region &its = program[jump];
    return its.jump == Region::JumpKind::Continue ||
           (its.jump == Region::JumpKind::Goto && inlined && inlined->isStretchOfCall(its.target));
  }

  std::optional<PipelineElement> elementOf(RegionId statement) {
    const auto known = statements.siblings.find(statement);
    if (known == statements.siblings.end() || !mayBeMoved(statement))
      return std::nullopt;
    PipelineElement element;
    element.piece.statement = statement;
    const std::vector<RegionId> jumps = jumpsFrom(statement);
    if (std::all_of(jumps.begin(), jumps.end(), [&](RegionId each) { return staysInLoop(each); })) {
      found.hasContinue |= !jumps.empty();
      element.regions = {statement};
    } else if (!known->second.staysWith || !divide(*known->second.staysWith, element)) {
      return std::nullopt;
    }
    return staysInside(element.regions) ? std::optional(std::move(element)) : std::nullopt;
  }

  /// An exit: the condition and the arm that stays, without the one that leaves.
  bool divide(unsigned staysWith, PipelineElement &element) {
    const Region &branch = program[element.piece.statement];
    element.regions = {branch.condition};
    const auto arms = armsOf(program, element.piece.statement);
    for (const Arm &arm : *arms)
      for (RegionId part : arm.parts)
        (arm.outcome == staysWith ? element.regions : element.leaving).push_back(part);
    auto goesOn = [&](RegionId part) {
      const std::vector<RegionId> jumps = jumpsFrom(part);
      return std::any_of(jumps.begin(), jumps.end(),
                         [&](RegionId each) { return staysInLoop(each); });
    };
    element.failsFrom = findFailure(branch.conditionValue, staysWith == 0, element);
    element.isReturn = !element.leaving.empty() && isReturn(element.leaving.back());
    return !element.leaving.empty() &&
           std::none_of(element.leaving.begin(), element.leaving.end(), goesOn);
  }

  /// See PipelineElement::failsFrom.
  std::optional<size_t> findFailure(ValueId condition, bool outcome, const PipelineElement &exit) {
    const std::optional<std::vector<ValueId>> calls =
        condition.valid() ? failuresBehind(analysed, values, loop, condition, outcome)
                          : std::nullopt;
    if (!calls)
      return std::nullopt;
    size_t first = found.all.size();
    for (ValueId call : *calls)
      if (!isWithin(program, exit.regions, call))
        first = std::min(first, elementWith(call));
    return first;
  }

  size_t elementWith(ValueId value) const {
    auto isIt = [&](const PipelineElement &each) { return isWithin(program, each.regions, value); };
    const auto at = std::find_if(found.all.begin(), found.all.end(), isIt);
    return at == found.all.end() ? 0 : static_cast<size_t>(at - found.all.begin());
  }

  bool staysInside(const std::vector<RegionId> &regions) const {
    return std::all_of(regions.begin(), regions.end(), [&](RegionId region) {
      return !findExit(analysed, region).valid() && !mayActOnThread(analysed, region);
    });
  }

  void add(PipelineElement element) {
    for (RegionId region : element.regions) {
      const std::vector<ValueId> values = valuesWithin(program, region);
      element.values.insert(element.values.end(), values.begin(), values.end());
    }
    found.all.push_back(std::move(element));
  }
};

/// Control comes from the start of the sequence to its child.
bool isReached(const Program &program, const Region &sequence, RegionId child) {
  const auto end = std::ranges::find(sequence.children, child);
  return std::all_of(sequence.children.begin(), end,
                     [&](RegionId before) { return findLeavingJump(program, before).empty(); });
}

} // namespace

bool isPlainlyIn(const Program &program, RegionId region, RegionId block) {
  for (RegionId at = block; at != region; at = program[at].parent) {
    const Region &parent = program[program[at].parent];
    const bool isPlain = parent.kind == Region::Kind::Sequence
                             ? isReached(program, parent, at)
                             : parent.kind == Region::Kind::Branch && parent.condition == at;
    if (!isPlain)
      return false;
  }
  return true;
}

std::optional<PipelineElements> findElements(const AnalysedProgram &analysed,
                                             const StatementFacts &statements, RegionId loop,
                                             const InlinedProgram *inlined) {
  return ElementFinder(analysed, statements, loop, inlined).find();
}

} // namespace kasuri
