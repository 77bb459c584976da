#include "analysis/pipeline/PipelineMemory.h"

#include "analysis/memory/ArrayPrivates.h"
#include "analysis/memory/CallStatics.h"
#include "analysis/pipeline/OwnContents.h"
#include "analysis/pipeline/PipelineRanges.h"
#include "analysis/pipeline/Versions.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class MemoryOrder {
public:
  MemoryOrder(PipelineDraft &draft, IterationTables &tables)
      : draft(draft), analysed(draft.analysed), program(draft.program), loop(draft.loop),
        function(draft.function), tables(tables), budget(draft.budget),
        view(acrossIterations(program, analysed.effects, function, loop)),
        finder(program, analysed.pointsTo, analysed.effects, budget, function, &tables.decided()),
        paths(draft), versions(draft, paths) {}

  bool order() {
    std::set<Base> tried;
    bool hasTriedMade = false;
    auto settle = [&](const Dependence &each) {
      bool isSettled = false;
      for (const Access *access : {&each.from, &each.to})
        if (tried.insert(access->base).second && makeOwn(*access)) {
          isSettled = true;
          versions.startAnew();
        }
      if (!isSettled)
        isSettled = makeVersions(each);
      if (!isSettled && !std::exchange(hasTriedMade, true)) {
        draft.own.made =
            findIterationMemory(analysed, loop, draft.pipeline.privates, draft.own, tables, budget);
        isSettled = draft.own.made != nullptr;
      }
      return isSettled;
    };
    for (;;) {
      findGroups();
      const Outcome outcome = findCarried(settle);
      if (outcome != Outcome::Settled || budget.hasGivenUp())
        return outcome == Outcome::Ordered;
    }
  }

private:
  PipelineDraft &draft;
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  FunctionId function;
  IterationTables &tables;
  Budget &budget;
  Viewpoint view;
  DependenceFinder finder;
  BlockPaths paths;
  Versions versions;
  std::set<std::tuple<Base, size_t, size_t>> triedVersions;
  std::set<ObjectId> scratchTried;
  std::optional<LoopCode> code;        ///< none: nobody has asked for it
  std::set<ObjectId> filled;           ///< each iteration reads there only what it has written
  std::optional<bool> isReachedUnseen; ///< the loop, from code that is not shown; none: not known

  void findGroups() {
    versions.startAnew();
    draft.groups.clear();
    draft.elementOf.clear();
    for (size_t i = 0; i < draft.all().size(); ++i)
      for (RegionId region : draft.all()[i].regions)
        for (AccessGroup &group : finder.groups(region, view, draft.own)) {
          draft.groups.push_back(std::move(group));
          draft.elementOf.push_back(i);
        }
  }

  enum class Outcome : uint8_t { Settled, Ordered, Hopeless };

  /// Dependences that no segment orders yet, until one is settled.
  Outcome findCarried(const std::function<bool(const Dependence &)> &settle) {
    draft.carried.clear();
    draft.pipeline.readsAhead = false;
    draft.ranges = {{0, 0}};
    for (size_t i = 0; i < draft.groups.size(); ++i)
      for (size_t j = 0; j < draft.groups.size(); ++j) {
        if (isOrdered(draft, draft.elementOf[i], draft.elementOf[j]) || isOfEnd(i, j) ||
            !finder.isCarried(draft.groups[i], draft.groups[j], view, draft.own))
          continue;
        const Dependence found{draft.groups[i].sample, draft.groups[j].sample, "", i, j};
        if (isBetweenFiles(found))
          continue;
        if (settle(found))
          return Outcome::Settled;
        const size_t earlier = draft.elementOf[i], later = draft.elementOf[j];
        draft.carried.push_back({earlier, later, i, j});
        if (earlier < later)
          continue;
        draft.ranges.push_back({later, earlier});
        if (!canBeWorthIt(draft))
          return Outcome::Hopeless;
      }
    return Outcome::Ordered;
  }

  /// A message for want of memory waits until all earlier iterations are complete, and no later
  /// one is: what is seen of them waits for the place where the program ends (orderEnds).
  bool isOfEnd(size_t one, size_t other) const {
    const Access &from = draft.groups[one].sample, &to = draft.groups[other].sample;
    return (isAtEnd(from) && isTo(analysed, from, SpecialObject::InputOutput)) ||
           (isAtEnd(to) && isTo(analysed, to, SpecialObject::InputOutput));
  }

  /// Output to some files comes before input from others: that may be read ahead. What is written
  /// stays behind all that was read before it, since nobody knows who reads the answer.
  bool isBetweenFiles(const Dependence &each) {
    const bool isIt = draft.transferOf(draft.groups[each.fromGroup]) == Transfer::Output &&
                      draft.transferOf(draft.groups[each.toGroup]) == Transfer::Input;
    draft.pipeline.readsAhead |= isIt;
    return isIt;
  }

  /// Where statements that take long would have to be in order otherwise.
  bool makeVersions(const Dependence &each) {
    const size_t earlier = draft.elementOf[each.fromGroup], later = draft.elementOf[each.toGroup];
    const ElementRange ordered{std::min(earlier, later), std::max(earlier, later)};
    const bool isSlow = earlier < later ? isHeavy(draft, earlier) && isHeavy(draft, later)
                                        : isHeavy(draft, ordered);
    if (!isSlow)
      return false;
    for (const Access *access : {&each.from, &each.to})
      if (triedVersions.emplace(access->base, ordered.first, ordered.last).second &&
          versions.make(*access, ordered))
        return true;
    return false;
  }

  bool makeOwn(const Access &access) {
    if (access.base.kind == Base::Kind::Symbol)
      return makeBuffer(access);
    return access.base.kind == Base::Kind::Object &&
           !analysed.pointsTo.isSpecial(access.base.object) && makeOwn(access.base.object);
  }

  /// Memory that a pointer of the function leads to, and nothing else.
  bool makeBuffer(const Access &access) {
    if (draft.own.memory.contains(access.base.symbol))
      return false;
    const Scratch scratch = judgeScratchMemory(analysed, loop, access, budget);
    std::optional<PrivateObject> made = scratch.copied;
    if (made)
      filled.insert(program[made->allocation].object);
    if (!made || made->copyOut || isReadBehind(program[made->allocation].object)) {
      made = copyOfBuffer(analysed, loop, access, context(), budget);
      if (!made)
        return false;
      const ObjectId memory = program[made->allocation].object;
      made->copyOut |= isReadBehind(memory);
      if (made->copyOut || !isFilled(memory)) {
        const std::optional<ElementRange> range = handedRange(made->object, memory);
        if (!range)
          return false;
        // Of its members most may be an iteration's own.
        if (isHeavy(draft, *range) && versions.make(access, *range))
          return true;
        hand(made->object, memory, *range);
      }
    }
    draft.own.objects.insert(program[made->allocation].object);
    draft.own.memory.insert(access.base.symbol);
    draft.pipeline.buffers.push_back(*made);
    return true;
  }

  /// Each iteration reads there only what it has written.
  bool isFilled(ObjectId memory) {
    const auto isOwn = [this](ObjectId object, const ByteRange &) { return holdsOwnOnly(object); };
    if (!filled.contains(memory) && !program.wrapsSigned &&
        isReadBelowLimits(loopCode(), {memory}, isOwn))
      filled.insert(memory);
    return filled.contains(memory);
  }

  const LoopCode &loopCode() { return code ? *code : code.emplace(draft); }

  CopyContext context() {
    return {draft.allLeaving(), [this](ObjectId object) { return holdsOwnOnly(object); }};
  }

  /// See CopyContext::isOwn.
  bool holdsOwnOnly(ObjectId object) {
    const Object &variable = program[object];
    if (variable.kind == Object::Kind::Heap)
      return isOwnBuffer(object);
    if (variable.isThreadLocal)
      return false;
    if (!variable.isAutomatic())
      return makeScratch(object) || draft.isSetInside(object);
    if (variable.owner != function)
      return draft.own.callees.contains(variable.owner) || isOver(variable.owner);
    return draft.isDeclaredInside(object) || makeScratch(object) || draft.isSetInside(object);
  }

  /// A buffer that each iteration fills before it reads it, and that nothing behind the loop reads.
  bool isOwnBuffer(ObjectId memory) {
    auto isMade = [&] {
      return filled.contains(memory) &&
             std::ranges::any_of(draft.pipeline.buffers, [&](const PrivateObject &each) {
               return program[each.allocation].object == memory && !each.copyOut;
             });
    };
    if (isMade() || !scratchTried.insert(memory).second)
      return isMade();
    const auto group = std::ranges::find_if(draft.groups, [&](const AccessGroup &each) {
      const Base &base = each.sample.base;
      const ValueId origin =
          base.kind == Base::Kind::Symbol ? analysed.effects[base.symbol].origin : ValueId();
      return origin.valid() && analysed.effects[base.symbol].isAllocation &&
             program[origin].object == memory;
    });
    return group != draft.groups.end() && makeBuffer(group->sample) && isMade();
  }

  /// No call of that function is going on while the loop runs, but for those in the loop: it leads
  /// here on no way, and neither does code outside.
  bool isOver(FunctionId other) {
    if (!isReachedUnseen)
      isReachedUnseen = mayBeReachedUnseen();
    return !*isReachedUnseen && !analysed.reaches[other.index()].contains(function.value);
  }

  bool mayBeReachedUnseen() const {
    auto leadsHere = [&](size_t i) {
      return FunctionId(i) == function || analysed.reaches[i].contains(function.value);
    };
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (leadsHere(i) && analysed.pointsTo.escaped.contains(program.functions[i].object))
        return true;
    return !analysed.pointsTo.closedWorld || !analysed.effects.promisedPure.empty() ||
           std::any_of(program.values.begin(), program.values.end(), [](const Instruction &value) {
             return value.op == Op::Clobber && value.number != 0;
           });
  }

  /// Each iteration fills what it reads.
  bool makeScratch(ObjectId object) {
    if (draft.own.objects.contains(object) || !scratchTried.insert(object).second)
      return false;
    const Scratch scratch = judgeScratchArray(analysed, loop, object, budget);
    if (scratch.isFilled())
      filled.insert(object);
    if (!scratch.copied || scratch.copied->copyOut || draft.isNamedIn(draft.allLeaving(), object))
      return false;
    draft.pipeline.privates.push_back(*scratch.copied);
    draft.own.objects.insert(object);
    return true;
  }

  bool makeOwn(ObjectId object) {
    if (draft.own.objects.contains(object) || makeScratch(object))
      return true;
    if (program[object].owner.valid() && program[object].owner != function &&
        program[object].kind == Object::Kind::Static && isOwnOfEachCall(analysed, object)) {
      draft.pipeline.automatics.push_back(object);
      draft.own.objects.insert(object);
      return true;
    }
    const Object &variable = program[object];
    const bool isLocal = variable.owner == function && (variable.kind == Object::Kind::Local ||
                                                        variable.kind == Object::Kind::Static);
    if (!isLocal || !canBeCopied(analysed, loop, object, context(), budget))
      return false;
    if (isFilled(object) && !draft.isNeededBehind(object))
      draft.pipeline.privates.push_back({object});
    else if (const auto range = handedRange(object, object))
      hand(object, object, *range);
    else
      return false;
    draft.own.objects.insert(object);
    return true;
  }

  /// By what runs when the loop is left.
  bool isReadBehind(ObjectId memory) const {
    for (RegionId leaving : draft.allLeaving())
      for (ValueId value : valuesWithin(program, leaving))
        for (const Access &access : draft.known.accessesAt(value))
          if (!access.isWrite &&
              draft.leadsTo(locationsOf(analysed.effects, analysed.pointsTo, access), memory))
            return true;
    return false;
  }

  void hand(ObjectId name, ObjectId memory, const ElementRange &range) {
    Handed added{name, range};
    added.isExposed = !filled.contains(memory);
    draft.handed.push_back(std::move(added));
  }

  /// None unless statements behind the last one that writes it read it: these need not be ordered
  /// then. `name`: of the variable that is the memory, or leads to it.
  std::optional<ElementRange> handedRange(ObjectId name, ObjectId memory) const {
    std::optional<ElementRange> named, written;
    for (size_t i = 0; i < draft.all().size(); ++i) {
      if (draft.isNamedIn(draft.all()[i].values, name))
        extend(named, i);
      for (size_t group = 0; group < draft.groups.size(); ++group)
        if (draft.elementOf[group] == i && draft.groups[group].sample.isWrite &&
            draft.leadsTo(draft.groups[group].targets, memory))
          extend(written, i);
    }
    if (!named || !written || named->last <= written->last)
      return std::nullopt;
    return ElementRange{std::min(named->first, written->first), written->last};
  }
};

} // namespace

bool orderMemory(PipelineDraft &draft, IterationTables &tables) {
  return MemoryOrder(draft, tables).order();
}

} // namespace kasuri
