// Which statements of a loop must its iterations run one after another, so that the rest may
// overlap?
//
//     while ((n = fread(in, 1, N, f)) > 0) {   ordered: files, n and in are handed on
//       m = pack(in, n, out);                  iterations overlap: n, m, in and out are their own
//       total += m;                            ordered: total is handed on
//       fwrite(out, 1, m, g);                  ordered: files
//     }
//
// Each iteration runs on one core, from its start to its end, and enters an ordered segment when
// the iteration before has left it. So of two statements A and B of the body, with A in an earlier
// iteration than B, A is over before B begins
//   - if A stands before B or is B, and a segment has one of them or lies between them: the segment
//     orders both through it;
//   - if A stands behind B, and one segment has both.
// Every dependence that iterations carry must be of these kinds; where it is not, a segment is made
// that has both statements, or one of them. Scalars and arrays that iterations only reuse get a
// copy for each iteration. If one iteration reads what the one before has left, the value is handed
// on: a segment from the first statement that uses it to the last that writes it begins with taking
// it and ends with leaving it, and what follows works on the iteration's own copy, which the next
// iteration does not change.
//
// A loop that ends in a statement behind others has begun later iterations then, and nobody may see
// what these have done: they have worked on copies that are dropped, or read ahead from input that
// nobody looks at again. That they may run at all, though the source would not, is plain only where
// the loop ends because output has failed: the program is prepared for success as well.
//
// The loop's head is in the first segment. It ends the loop when no later iteration has begun.
//
// Sources: S. Campanoni et al., HELIX (CGO 2012); E. Raman et al., parallel-stage decoupled
// software pipelining (CGO 2008).
#include "analysis/pipeline/FindPipeline.h"

#include "analysis/memory/ArrayPrivates.h"
#include "analysis/memory/CallStatics.h"
#include "analysis/pipeline/Elements.h"
#include "analysis/pipeline/InputBehind.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Elements from the first to the last, which one segment has.
struct ElementRange {
  size_t first = 0, last = 0;
};

/// A variable that iterations hand on, from its first use to its last write.
struct Handed {
  ObjectId object;
  ElementRange range;
};

class PipelineFinder {
public:
  PipelineFinder(const AnalysedProgram &analysed, RegionId loop, PipelineElements elements,
                 IterationTables &tables, Budget &budget)
      : analysed(analysed), program(analysed.program), loop(loop), function(program[loop].function),
        known(analysed.effects.functions[function.index()]), elements(std::move(elements)),
        tables(tables), budget(budget),
        view(acrossIterations(program, analysed.effects, function, loop)),
        finder(program, analysed.pointsTo, analysed.effects, budget, function) {}

  std::optional<Pipeline> find() {
    if (namesErrno())
      return std::nullopt;
    ranges.push_back({0, 0});
    budget.startAnew();
    findScalars();
    if (!canBeWorthIt())
      return std::nullopt;
    own.callees = calleesWithin(analysed, loop);
    if (!orderMemory() || budget.hasGivenUp())
      return std::nullopt;
    orderVolatiles();
    orderEnds();
    if (!orderExits())
      return std::nullopt;
    for (const Handed &each : handed)
      ranges.push_back(each.range);
    join();
    coverForward();
    if (!isWorthIt())
      return std::nullopt;
    return describe();
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  FunctionId function;
  const FunctionAccesses &known;
  PipelineElements elements;
  IterationTables &tables;
  Budget &budget;
  Viewpoint view;
  DependenceFinder finder;
  Pipeline pipeline;
  PrivateMemory own;
  std::vector<AccessGroup> groups;
  std::vector<size_t> elementOf; ///< by group
  std::vector<Dependence> carried;
  std::vector<ElementRange> ranges; ///< of the ordered segments
  std::vector<Handed> handed;
  std::vector<Handed> late; ///< left behind the last write, and read in no other iteration

  const std::vector<PipelineElement> &all() const { return elements.all; }

  /// What runs when the loop is over.
  std::vector<RegionId> allLeaving() const {
    std::vector<RegionId> regions;
    for (const PipelineElement &each : all())
      regions.insert(regions.end(), each.leaving.begin(), each.leaving.end());
    return regions;
  }

  bool isErrno(const Access &access) const {
    return isTo(analysed, access, SpecialObject::Errno) && !access.isLast;
  }

  bool namesErrno() const {
    return std::any_of(all().begin(), all().end(), [&](const PipelineElement &element) {
      return std::any_of(element.values.begin(), element.values.end(), [&](ValueId value) {
        const std::vector<Access> &accesses = known.accessesAt(value);
        return std::any_of(accesses.begin(), accesses.end(),
                           [&](const Access &access) { return isErrno(access); });
      });
    });
  }

  // --- Scalars.

  bool isOutside(ObjectId object) const {
    const RegionId scope = program[object].scope;
    return !scope.valid() || scope == loop || !contains(program, loop, scope);
  }

  /// Elements that name the variable; those that write it.
  struct Uses {
    std::optional<ElementRange> named, written;
    bool isInEnd = false; ///< in what an iteration evaluates behind its body: the next one does
  };

  static void extend(std::optional<ElementRange> &range, size_t element) {
    if (!range)
      range = ElementRange{element, element};
    range->last = element;
  }

  bool isNamedIn(const std::vector<ValueId> &values, ObjectId object) const {
    return std::any_of(values.begin(), values.end(), [&](ValueId value) {
      return program[value].op == Op::Address && program[value].object == object;
    });
  }

  bool isNamedIn(RegionId region, ObjectId object) const {
    return region.valid() && isNamedIn(valuesWithin(program, region), object);
  }

  bool isNamedIn(const std::vector<RegionId> &regions, ObjectId object) const {
    return std::any_of(regions.begin(), regions.end(),
                       [&](RegionId region) { return isNamedIn(region, object); });
  }

  bool isStoredIn(const std::vector<ValueId> &values, ObjectId object) const {
    return std::any_of(values.begin(), values.end(), [&](ValueId value) {
      return program[value].op == Op::Store && variableOf(program, value) == object;
    });
  }

  Uses usesOf(ObjectId object) const {
    Uses uses;
    for (size_t i = 0; i < all().size(); ++i) {
      if (isNamedIn(all()[i].values, object))
        extend(uses.named, i);
      if (isStoredIn(all()[i].values, object))
        extend(uses.written, i);
    }
    uses.isInEnd = isNamedIn(program[loop].step, object) ||
                   (!program[loop].testsFirst && isNamedIn(program[loop].condition, object));
    return uses;
  }

  void findScalars() {
    for (ObjectId object : analysed.automatic[function.index()]) {
      if (!isOutside(object)) {
        own.objects.insert(object);
        continue;
      }
      const Uses uses = usesOf(object);
      if (!program[object].isPlainScalar() || !uses.written)
        continue;
      own.objects.insert(object);
      addScalar(object, uses);
    }
  }

  void addScalar(ObjectId object, const Uses &uses) {
    const bool isExposed =
        uses.isInEnd || !known.exposed.contains(loop) || known.exposed.at(loop).contains(object);
    const bool isNeeded = isNeededBehind(object);
    if (!isExposed && !isNeeded) {
      pipeline.privates.push_back({object, false});
      return;
    }
    const size_t last = uses.written->last;
    const bool isAssigned =
        known.assigned.contains(loop) && known.assigned.at(loop).contains(object);
    // Where an iteration may go on with the next one, or end the loop, it may leave that out.
    const bool mayBeLeftOut =
        elements.hasContinue || std::any_of(all().begin(), all().begin() + ptrdiff_t(last) + 1,
                                            [](const auto &each) { return each.isExit(); });
    const bool isLeftLate = !isExposed && isAssigned && !mayBeLeftOut && last > 0;
    const ElementRange range{uses.isInEnd ? 0 : uses.named->first, last};
    (isLeftLate ? late : handed).push_back({object, range});
  }

  // --- Memory.

  void findGroups() {
    groups.clear();
    elementOf.clear();
    for (size_t i = 0; i < all().size(); ++i)
      for (RegionId region : all()[i].regions)
        for (AccessGroup &group : finder.groups(region, view, own)) {
          groups.push_back(std::move(group));
          elementOf.push_back(i);
        }
  }

  /// Gives iterations copies of what they only reuse, hands on what copies allow, and orders all
  /// else. False if nothing is left that may overlap: most loops end here after a few questions.
  bool orderMemory() {
    std::set<Base> tried;
    bool hasTriedMade = false;
    auto settle = [&](const Dependence &each) {
      bool isSettled = false;
      for (const Access *access : {&each.from, &each.to})
        isSettled |= tried.insert(access->base).second && makeOwn(*access);
      if (!isSettled && !std::exchange(hasTriedMade, true)) {
        own.made = findIterationMemory(analysed, loop, pipeline.privates, own, tables, budget);
        isSettled = own.made != nullptr;
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

  enum class Outcome : uint8_t { Settled, Ordered, Hopeless };

  /// Dependences that no segment orders yet, until one is settled.
  Outcome findCarried(const std::function<bool(const Dependence &)> &settle) {
    carried.clear();
    pipeline.readsAhead = false;
    ranges = {{0, 0}};
    for (size_t i = 0; i < groups.size(); ++i)
      for (size_t j = 0; j < groups.size(); ++j) {
        if (isOrdered(elementOf[i], elementOf[j]) ||
            !finder.isCarried(groups[i], groups[j], view, own))
          continue;
        const Dependence found{groups[i].sample, groups[j].sample, "", i, j};
        if (isBetweenFiles(found))
          continue;
        if (settle(found))
          return Outcome::Settled;
        carried.push_back(found);
        if (from(found) < to(found))
          continue;
        ranges.push_back({to(found), from(found)});
        if (!canBeWorthIt())
          return Outcome::Hopeless;
      }
    return Outcome::Ordered;
  }

  /// An element of an earlier iteration and one of a later one.
  bool isOrdered(size_t earlier, size_t later) const {
    return std::any_of(ranges.begin(), ranges.end(), [&](const ElementRange &range) {
      return earlier <= later ? overlap(range, {earlier, later})
                              : range.first <= later && earlier <= range.last;
    });
  }

  enum class Transfer : uint8_t { Input, Output, Other };

  /// What it does to files, if that is what the group is about.
  std::optional<Transfer> transferOf(const AccessGroup &group) const {
    if (!isTo(analysed, group.sample, SpecialObject::InputOutput))
      return std::nullopt;
    bool isInput = true, isOutput = true;
    for (const auto &[at, origin] : group.places) {
      const LibraryFunction *library = libraryCalled(program[origin]);
      isInput &= library && library->hasInput;
      isOutput &= library && library->hasOutput && program[origin].calleeName != "ungetc";
    }
    return isInput ? Transfer::Input : isOutput ? Transfer::Output : Transfer::Other;
  }

  /// Output to some files comes before input from others: that may be read ahead. What is written
  /// stays behind all that was read before it, since nobody knows who reads the answer.
  bool isBetweenFiles(const Dependence &each) {
    const bool isIt = transferOf(groups[each.fromGroup]) == Transfer::Output &&
                      transferOf(groups[each.toGroup]) == Transfer::Input;
    pipeline.readsAhead |= isIt;
    return isIt;
  }

  size_t from(const Dependence &each) const { return elementOf[each.fromGroup]; }
  size_t to(const Dependence &each) const { return elementOf[each.toGroup]; }

  bool makeOwn(const Access &access) {
    if (access.base.kind == Base::Kind::Symbol)
      return makeBuffer(access);
    return access.base.kind == Base::Kind::Object &&
           !analysed.pointsTo.isSpecial(access.base.object) && makeOwn(access.base.object);
  }

  /// Memory that a pointer of the function leads to, and nothing else.
  bool makeBuffer(const Access &access) {
    const Scratch scratch = judgeScratchMemory(analysed, loop, access, budget);
    std::optional<PrivateObject> made = scratch.copied;
    if (!made || made->copyOut || isReadBehind(program[made->allocation].object)) {
      made = copyOfBuffer(analysed, loop, access, allLeaving(), budget);
      if (!made || !hand(made->object, program[made->allocation].object))
        return false;
      made->copyOut |= isReadBehind(program[made->allocation].object);
    }
    own.objects.insert(program[made->allocation].object);
    own.memory.insert(access.base.symbol);
    pipeline.buffers.push_back(*made);
    return true;
  }

  bool makeOwn(ObjectId object) {
    const Scratch scratch = judgeScratchArray(analysed, loop, object, budget);
    if (scratch.copied && !scratch.copied->copyOut && !isNamedIn(allLeaving(), object)) {
      pipeline.privates.push_back(*scratch.copied);
      own.objects.insert(object);
      return true;
    }
    if (program[object].owner.valid() && program[object].owner != function &&
        program[object].kind == Object::Kind::Static && isOwnOfEachCall(analysed, object)) {
      pipeline.automatics.push_back(object);
      own.objects.insert(object);
      return true;
    }
    const Object &variable = program[object];
    const bool isLocal = variable.owner == function && (variable.kind == Object::Kind::Local ||
                                                        variable.kind == Object::Kind::Static);
    if (!isLocal || !canBeCopied(analysed, loop, object, allLeaving(), budget) ||
        !hand(object, object))
      return false;
    own.objects.insert(object);
    return true;
  }

  /// By what runs when the loop is left.
  bool isReadBehind(ObjectId memory) const {
    for (RegionId leaving : allLeaving())
      for (ValueId value : valuesWithin(program, leaving))
        for (const Access &access : known.accessesAt(value))
          if (!access.isWrite &&
              leadsTo(locationsOf(analysed.effects, analysed.pointsTo, access), memory))
            return true;
    return false;
  }

  bool leadsTo(const Locations &targets, ObjectId memory) const {
    return analysed.pointsTo.mayBeIn(targets.set(), memory);
  }

  /// If statements behind the last one that writes it read it: these need not be ordered then.
  /// `name`: of the variable that is the memory, or leads to it.
  bool hand(ObjectId name, ObjectId memory) {
    std::optional<ElementRange> named, written;
    for (size_t i = 0; i < all().size(); ++i) {
      if (isNamedIn(all()[i].values, name))
        extend(named, i);
      for (size_t group = 0; group < groups.size(); ++group)
        if (elementOf[group] == i && groups[group].sample.isWrite &&
            leadsTo(groups[group].targets, memory))
          extend(written, i);
    }
    if (!named || !written || named->last <= written->last)
      return false;
    handed.push_back({name, {std::min(named->first, written->first), written->last}});
    return true;
  }

  // --- Segments.

  /// Accesses to volatile memory keep their order with all else that is seen from outside.
  void orderVolatiles() {
    std::optional<ElementRange> seen;
    bool hasVolatile = false;
    for (size_t i = 0; i < groups.size(); ++i) {
      for (const auto &[at, origin] : groups[i].places)
        hasVolatile |= program[origin].isVolatile;
      if (isVisible(groups[i]))
        extend(seen, elementOf[i]);
    }
    if (hasVolatile && seen)
      ranges.push_back(*seen);
  }

  bool isVisible(const AccessGroup &group) const {
    return group.sample.isOpaque && group.sample.isWrite;
  }

  /// Where the program may end for want of memory, nothing of a later iteration has been seen.
  void orderEnds() {
    for (size_t i = 0; i < all().size(); ++i) {
      const std::vector<RegionId> &regions = all()[i].regions;
      if (std::none_of(regions.begin(), regions.end(),
                       [&](RegionId region) { return mayRunOut(analysed, region); }))
        continue;
      for (size_t group = 0; group < groups.size(); ++group)
        if (elementOf[group] <= i && isVisible(groups[group]))
          ranges.push_back({elementOf[group], i});
    }
  }

  /// False if what runs behind the loop uses what only an iteration has.
  bool orderExits() {
    for (size_t i = 0; i < all().size(); ++i) {
      if (!all()[i].isExit())
        continue;
      pipeline.exits.push_back(all()[i].statement);
      if (!staysVisible(all()[i]))
        return false;
      ranges.push_back({all()[i].isOutputTest ? firstSeen(i) : 0, i});
    }
    return true;
  }

  /// All that it uses is there behind the loop.
  bool staysVisible(const PipelineElement &exit) const {
    auto isHanded = [&](ObjectId object) {
      auto isIt = [&](const Handed &each) { return each.object == object; };
      return std::any_of(handed.begin(), handed.end(), isIt) ||
             std::any_of(late.begin(), late.end(), isIt);
    };
    for (RegionId leaving : exit.leaving)
      for (ValueId value : valuesWithin(program, leaving)) {
        const Instruction &named = program[value];
        if (named.op == Op::Address && own.objects.contains(named.object) &&
            !isHanded(named.object))
          return false;
        for (const Access &access : known.accessesAt(value))
          if (access.base.kind != Base::Kind::Object && meetsCopies(access))
            return false;
      }
    return true;
  }

  /// It reads what only copies hold, through a pointer. Of buffers the last values are in the
  /// memory itself, if they are handed on.
  bool meetsCopies(const Access &access) const {
    const Locations targets = locationsOf(analysed.effects, analysed.pointsTo, access);
    return std::any_of(targets.begin(), targets.end(), [&](const Location &location) {
      auto isIt = [&](const PrivateObject &each) {
        return program[each.allocation].object == location.object;
      };
      return own.objects.contains(location.object) &&
             std::none_of(pipeline.buffers.begin(), pipeline.buffers.end(), isIt);
    });
  }

  /// The first element of which later iterations may not have run when the loop ends in that one.
  size_t firstSeen(size_t exit) const {
    size_t first = exit;
    auto see = [&](size_t element) { first = std::min(first, element); };
    for (size_t i = 0; i < groups.size(); ++i)
      if (elementOf[i] < exit && groups[i].sample.isWrite && isSeenBehind(groups[i], exit))
        see(elementOf[i]);
    for (const Handed &each : handed)
      if (each.range.last < exit && isNeededAt(exit, each.object))
        see(each.range.first);
    for (const Handed &each : late)
      if (each.range.last < exit && isNeededAt(exit, each.object))
        see(each.range.last);
    for (size_t i = 0; i < exit; ++i)
      for (RegionId region : all()[i].regions)
        if (mayRunOut(analysed, region))
          see(i);
    return first;
  }

  bool isSeenBehind(const AccessGroup &group, size_t exit) const {
    if (isTo(analysed, group.sample, SpecialObject::ErrnoSet))
      return false; // that of the last iteration is kept
    return transferOf(group) != Transfer::Input || usesInputBehind(analysed, loop, all()[exit]);
  }

  /// To which the variable leads; null: to none.
  const PrivateObject *bufferOf(ObjectId variable) const {
    for (const PrivateObject &each : pipeline.buffers)
      if (each.object == variable)
        return &each;
    return nullptr;
  }

  /// Where the loop ends in that exit. Variables of a function that returns are gone.
  bool isNeededAt(size_t exit, ObjectId object) const {
    const PipelineElement &element = all()[exit];
    if (!element.isReturn || !program[object].isPlainScalar() || bufferOf(object))
      return isNeededBehind(object);
    return isNamedIn(element.leaving, object);
  }

  bool isNeededBehind(ObjectId object) const {
    if (const PrivateObject *buffer = bufferOf(object))
      return buffer->copyOut;
    if (isNamedIn(allLeaving(), object))
      return true;
    if (program[object].scope == loop)
      return false; // its head declares it
    return isVariableLive(program, analysed.pointsTo, analysed.effects, budget, analysed.liveness,
                          loop, object);
  }

  static bool overlap(const ElementRange &a, const ElementRange &b) {
    return a.first <= b.last && b.first <= a.last;
  }

  /// Neighbors become one segment, unless both do much: then one iteration may be in each.
  void join() {
    std::sort(ranges.begin(), ranges.end(), [](const ElementRange &a, const ElementRange &b) {
      return std::pair(a.first, a.last) < std::pair(b.first, b.last);
    });
    std::vector<ElementRange> joined;
    for (const ElementRange &each : ranges) {
      const bool areJoined =
          !joined.empty() &&
          (overlap(joined.back(), each) ||
           (joined.back().last + 1 == each.first && !(isHeavy(joined.back()) && isHeavy(each))));
      if (areJoined)
        joined.back().last = std::max(joined.back().last, each.last);
      else
        joined.push_back(each);
    }
    ranges = std::move(joined);
  }

  bool isHeavy(size_t element) const {
    for (RegionId region : all()[element].regions) {
      const std::vector<RegionId> inside = regionsWithin(program, region);
      if (std::any_of(inside.begin(), inside.end(),
                      [&](RegionId each) { return program[each].kind == Region::Kind::Loop; }))
        return true;
    }
    return std::any_of(all()[element].values.begin(), all()[element].values.end(),
                       [&](ValueId value) { return analysed.pointsTo.callees.contains(value); });
  }

  bool isHeavy(const ElementRange &range) const {
    for (size_t i = range.first; i <= range.last; ++i)
      if (isHeavy(i) || (i == 0 && holdsCall(i)))
        return true;
    return false;
  }

  /// Reading input takes time.
  bool holdsCall(size_t element) const {
    return std::any_of(all()[element].values.begin(), all()[element].values.end(),
                       [&](ValueId value) { return program[value].op == Op::Call; });
  }

  /// From an earlier statement to a later one some segment must order.
  void coverForward() {
    for (const Dependence &each : carried) {
      const size_t first = from(each), last = to(each);
      if (isOrdered(first, last))
        continue;
      const size_t element = isHeavy(last) && !isHeavy(first) ? first : last;
      ranges.push_back({element, element});
    }
    join();
  }

  bool isWorthIt() const {
    for (size_t i = 1; i < all().size(); ++i)
      if (!isOrdered(i, i) && isHeavy(i))
        return true;
    return false;
  }

  /// By what is known without a look at memory, which takes long.
  bool canBeWorthIt() {
    const std::vector<ElementRange> known = ranges;
    for (const Handed &each : handed)
      ranges.push_back(each.range);
    for (size_t i = 0; i < all().size(); ++i)
      if (all()[i].isExit() && !all()[i].isOutputTest)
        ranges.push_back({0, i});
    const bool answer = isWorthIt();
    ranges = known;
    return answer;
  }

  // --- The answer.

  Pipeline describe() {
    for (const ElementRange &range : ranges) {
      OrderedSegment segment;
      segment.begin = range.first == 0 ? 0 : range.first - 1;
      segment.end = range.last;
      for (const Handed &each : handed)
        if (overlap(each.range, range)) {
          segment.taken.push_back(each.object);
          segment.left.push_back(each.object);
        }
      pipeline.segments.push_back(std::move(segment));
    }
    for (const Handed &each : late)
      leaveLate(each);
    std::sort(pipeline.exits.begin(), pipeline.exits.end());
    return std::move(pipeline);
  }

  /// At the end of the segment that has the last write or follows it, or in one of its own. With
  /// the first segment the loop may end before it is set: then the value before must stay.
  void leaveLate(const Handed &each) {
    std::vector<OrderedSegment> &segments = pipeline.segments;
    auto next = std::find_if(segments.begin(), segments.end(), [&](const OrderedSegment &segment) {
      return segment.end >= each.range.last;
    });
    if (next == segments.end())
      next = segments.insert(next, {each.range.last, each.range.last, {}, {}});
    next->left.push_back(each.object);
    if (next == segments.begin())
      next->taken.push_back(each.object);
  }
};

} // namespace

std::optional<Pipeline> findPipeline(const AnalysedProgram &analysed, const LoopFacts &verdict,
                                     const StatementFacts &statements, IterationTables &tables,
                                     Budget &budget) {
  if (verdict.isParallel || verdict.distribution)
    return std::nullopt;
  std::optional<PipelineElements> elements = findElements(analysed, statements, verdict.loop);
  return elements
             ? PipelineFinder(analysed, verdict.loop, std::move(*elements), tables, budget).find()
             : std::nullopt;
}

} // namespace kasuri
