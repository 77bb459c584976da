// Is a loop DOALL, and if not, why?
//
//     for (c = 0; c < n; c++) {       c: counted        t: private, written before it is read
//       t = gain(c);                  bits: reduction   ch[c]: each iteration its own row
//       bits += code(&ch[c], t);
//     }
//
// The scalars are judged by the order of reads and writes within an iteration: advancing by a
// constant (induction), only ever added to (reduction), written before read (private), or carrying
// a value. All other memory is judged by dependences, without the accesses to places that are
// reductions too (Places.h, HandedPlaces.h), and with a look at what arrays are used for where they
// carry one.
// Every reason found becomes an obstacle; a loop without one may run its iterations in any order.
#include "analysis/LoopVerdicts.h"
#include "analysis/ArrayPrivates.h"
#include "analysis/CallEffects.h"
#include "analysis/HandedPlaces.h"
#include "analysis/Places.h"
#include "analysis/Ranges.h"
#include "analysis/Reductions.h"
#include "analysis/ScratchBlocks.h"
#include "analysis/ValueHelpers.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t mostDependences = 4; ///< named as obstacles
constexpr size_t mostTested = 64;
constexpr size_t mostConditions = 4;               ///< tested in front of a loop
constexpr uint64_t largestHistogram = 1024 * 1024; ///< bytes, for each part of a loop

class LoopJudge {
public:
  LoopJudge(const AnalysedProgram &analysed, RegionId loop, const RefutedTests &refuted = {})
      : analysed(analysed), program(analysed.program), loop(loop), region(program[loop]),
        known(analysed.effects.functions[region.function.index()]), reductions(program, loop),
        places(analysed, loop) {
    facts.loop = loop;
    if (region.counted.hasAmount())
      if (auto induction = inductionByAmount(region.counted.variable))
        facts.amount = induction->amount;
    own.refuted = refuted;
    if (region.counted.declaresOthers) // that block runs in front of the loop
      for (ValueId value : valuesWithin(program, region.init))
        own.accesses.insert(value);
  }

  LoopFacts judge() {
    judgeControl();
    judgeOpaque();
    if (known.counters.contains(loop)) {
      findPlaces();
      findHanded();
    }
    const std::vector<ObjectId> written = writtenLocals();
    for (ObjectId object : written)
      if (auto reduction = findReduction(object))
        companions.insert(reduction->companions.begin(), reduction->companions.end());
    for (ObjectId object : written)
      judgeScalar(object);
    if (known.counters.contains(loop))
      judgeMemory();
    if (facts.amount && isCounted())
      addAmountGuard();
    facts.isParallel = facts.obstacles.empty();
    facts.hasRepeatableHead = facts.isParallel && hasRepeatableHead();
    return std::move(facts);
  }

  const OwnMemory &ownMemory() const { return own; }
  /// What must hold for things that are obstacles; none if others are, which nothing refutes.
  std::vector<PremiseId> refutable() const {
    return isHopeless ? std::vector<PremiseId>() : premises;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const Region &region;
  const FunctionAccesses &known;
  ReductionFinder reductions;
  PlaceJudge places;
  LoopFacts facts;
  OwnMemory own;
  HandedPlaces handed;
  std::set<ObjectId> companions;        ///< of reductions
  std::set<ValueId> triedPlaces;        ///< as accesses to private places
  std::set<ValueId> triedStores;        ///< as updates of histograms
  std::set<SymbolId> triedBlocks;       ///< as scratch memory, by its pointer
  std::map<Base, std::string> problems; ///< of scratch memory, by its base; "": none
  std::map<Base, std::string> unlocks;  ///< of these
  std::set<Base> reported;              ///< of these
  std::vector<PremiseId> premises;      ///< of obstacles
  bool isHopeless = false;              ///< it has an obstacle that no test in front can remove

  void add(ObstacleKind kind, std::string subject, std::string detail = "",
           SourceLocation source = {}, SourceLocation sink = {}, std::string unlock = "") {
    Obstacle obstacle{kind, std::move(subject), std::move(detail), source, sink, std::move(unlock)};
    bool isNew = std::find(facts.obstacles.begin(), facts.obstacles.end(), obstacle) ==
                 facts.obstacles.end();
    isHopeless |= kind == ObstacleKind::IrregularControl || kind == ObstacleKind::NotCounted ||
                  kind == ObstacleKind::ScalarCarried || kind == ObstacleKind::LiveOut;
    if (isNew)
      facts.obstacles.push_back(std::move(obstacle));
  }

  /// What stands in the way happens only if that holds.
  void blame(PremiseId premise) {
    isHopeless |= !premise.valid();
    if (std::find(premises.begin(), premises.end(), premise) == premises.end())
      premises.push_back(premise);
  }

  void judgeControl() {
    for (RegionId up = region.parent; up.valid(); up = program[up].parent)
      if (program[up].kind == Region::Kind::Opaque)
        return add(ObstacleKind::IrregularControl, "'" + program[up].obstacle + "'", "",
                   program[up].location);
    if (RegionId jump = leavingJump(program, loop); jump.valid()) {
      isHopeless = true;
      add(ObstacleKind::EarlyExit, findLeavingJump(program, loop), "", program[jump].location);
    }
    if (ValueId exit = findExit(analysed, loop, own.refuted); exit.valid()) {
      addExit(program[exit], program[originOfExit(analysed, exit)]);
      blameExit(exit);
    }
    for (RegionId inside : regionsWithin(program, loop))
      if (program[inside].kind == Region::Kind::Loop && neverEnds(program, inside))
        add(ObstacleKind::IrregularControl, "a loop without an end", "", program[inside].location);
    for (RegionId inside : regionsWithin(program, loop))
      if (program[inside].kind == Region::Kind::Opaque)
        add(ObstacleKind::IrregularControl, "'" + program[inside].obstacle + "'", "",
            program[inside].location);
    if (!isCounted())
      addNotCounted();
  }

  void addExit(const Instruction &call, const Instruction &end) {
    const bool isAssertion =
        end.calleeName.starts_with("__assert") && endsByAssertionsOnly(analysed, loop);
    const std::string less = "compile with -DNDEBUG, which leaves assertions out";
    const bool mayAssume = analysed.effects.memoryExits.endsQuietly;
    add(ObstacleKind::EarlyExit, call.text, "", call.location, end.location,
        !isAssertion ? ""
        : mayAssume  ? less + ", or give --assume=assertions if they never fail"
                     : less);
  }

  void blameExit(ValueId call) {
    auto ways = known.endsIf.find(call);
    if (ways == known.endsIf.end())
      return blame(PremiseId());
    for (PremiseId way : ways->second)
      if (!isRefuted(analysed.effects.premises[way], own.refuted))
        blame(way);
  }

  std::string whyNotCounted() const {
    ObjectId variable = region.counted.variable;
    ObjectId link = variable.valid() ? ObjectId() : followedLink();
    if (link.valid())
      return ": '" + program[link].name + "' follows links";
    if (!variable.valid())
      return "";
    const std::string name = "'" + program[variable].name + "'";
    if (!known.invariantBounds.contains(loop))
      return ": the bound of " + name + " may change in the loop";
    return ": " + name +
           (known.wrappingCounters.contains(loop) ? " may wrap around"
                                                  : " does not advance by the same in all of them");
  }

  /// A variable that the test names and that gets its next value from where it points.
  ObjectId followedLink() const {
    for (ValueId test : valuesWithin(program, region.condition)) {
      ObjectId object = variableOf(program, test);
      if (!object.valid())
        continue;
      for (ValueId store : iterationStoresOf(object)) {
        const Instruction &next = program[program[store].operands[1]];
        if (next.op == Op::Load && next.type.kind == ValueType::Kind::Pointer &&
            program[next.operands[0]].op == Op::Field && isLoadOf(object, next.operands[0]))
          return object;
      }
    }
    return {};
  }

  /// The address of a member of what the variable points to.
  bool isLoadOf(ObjectId object, ValueId address) const {
    while (program[address].op == Op::Field)
      address = program[address].operands[0];
    return program[address].op == Op::Load && variableOf(program, address) == object;
  }

  /// Of several bounds the one that the loop assigns, else the first.
  ValueId changingBound() const {
    for (ValueId bound : region.counted.otherBounds)
      if (ObjectId object = variableOf(program, withoutConverts(program, bound));
          object.valid() && !storesOf(object).empty())
        return bound;
    return region.counted.bound;
  }

  /// With the bound, and what in the loop may change it.
  void addNotCounted() {
    const ValueId bound = withoutConverts(
        program, region.counted.variable.valid() ? changingBound() : region.conditionValue);
    SourceLocation place = bound.valid() ? program[bound].location : SourceLocation{};
    bool isLoaded = bound.valid() && program[bound].op == Op::Load && !program[bound].text.empty();
    std::string name = isLoaded ? program[bound].text : "";
    bool isOnlyBound = region.counted.variable.valid() && isLoaded && region.testsFirst &&
                       !known.invariantBounds.contains(loop);
    add(ObstacleKind::NotCounted, name,
        isOnlyBound ? ": '" + name + "' may change in it" : whyNotCounted(), place, {},
        isOnlyBound ? "copy '" + name + "' to a local variable before the loop" : "");
  }

  /// The variable and its bound walk towards each other.
  bool meetsBound() const {
    const CountedForm &form = region.counted;
    const ObjectId bound = form.boundStep == 0
                               ? ObjectId()
                               : variableOf(program, withoutConverts(program, form.bound));
    const Linear *step = bound.valid() ? stepOf(bound) : nullptr;
    return step && *step == Linear(form.boundStep * form.unit) && !program[bound].addressTaken &&
           !program.wrapsSigned;
  }

  bool isCounted() const {
    const CountedForm &form = region.counted;
    if (!form.variable.valid() || !(known.invariantBounds.contains(loop) || meetsBound()))
      return false;
    const Linear *step = stepOf(form.variable);
    if (known.wrappingCounters.contains(loop))
      return false;
    return form.hasAmount() ? facts.amount.has_value()
                            : step && *step == Linear(form.step * form.unit);
  }

  /// The program looks at the amount in front of the loop.
  void addAmountGuard() {
    Guard guard;
    guard.exact.emplace_back(sum(*facts.amount, constantOf(-1)), unboundedAbove);
    guard.text = "'" + program[region.counted.variable].name + "' counts up";
    guard.isCondition = true;
    facts.guards.push_back(std::move(guard));
  }

  /// I/O, unknown code, volatile accesses, hidden state: one obstacle for each place. What happens
  /// where the program ends comes after the loop, or in its order.
  void judgeOpaque() {
    auto isEnd = [&](const Access &access) {
      const LibraryFunction *library = libraryCalled(program[access.origin]);
      // perror after malloc: the errno of this thread.
      bool isErrno = access.base.object == analysed.pointsTo.special(SpecialObject::Errno);
      return (library && library->exits) ||
             (access.isLast && (isErrno || access.reason == ObstacleKind::InputOutput));
    };
    for (ValueId value : valuesWithin(program, loop))
      if (auto found = known.at.find(value); found != known.at.end())
        for (const Access &access : found->second)
          if (access.isOpaque && access.isWrite && !isEnd(access) &&
              !isRefuted(analysed.effects.premises[access.premise], own.refuted)) {
            add(access.reason, subjectOf(program, access), "", program[access.origin].location);
            blame(access.premise);
          }
  }

  /// Reductions of what is no plain variable of the function.
  void findPlaces() {
    for (ValueId id : valuesWithin(program, loop)) {
      if (program[id].op != Op::Store || own.accesses.contains(id) || isPlainVariable(id))
        continue;
      std::optional<Reduction> reduction = reductions.findAt(id);
      if (!reduction || !places.settle(*reduction))
        continue;
      companions.insert(reduction->companions.begin(), reduction->companions.end());
      own.accesses.insert(reduction->place->accesses.begin(), reduction->place->accesses.end());
      addCompanionPlaces(*reduction);
      facts.reductions.push_back(std::move(*reduction));
    }
  }

  void addCompanionPlaces(const Reduction &reduction) {
    for (const Place &place : reduction.companionPlaces)
      own.accesses.insert(place.accesses.begin(), place.accesses.end());
  }

  /// Of a variable, with all that goes with it.
  std::optional<Reduction> findReduction(ObjectId object) const {
    std::optional<Reduction> found = reductions.find(object);
    return found && places.settleCompanions(*found) ? found : std::nullopt;
  }

  /// Reductions by functions that get an address.
  void findHanded() {
    HandedPlaces found = findHandedPlaces(analysed, loop, places);
    own.handed = found.accesses;
    for (Reduction &each : found.reductions)
      facts.reductions.push_back(std::move(each));
    handed = std::move(found);
  }

  bool isPlainVariable(ValueId store) const {
    ObjectId variable = variableOf(program, store);
    return variable.valid() && program[variable].isAutomatic() && !program[variable].addressTaken;
  }

  bool isOutside(ObjectId object) const {
    RegionId scope = program[object].scope;
    return !scope.valid() || !contains(program, loop, scope);
  }

  /// Locals declared outside that the loop stores to by name; those declared inside are its own.
  std::vector<ObjectId> writtenLocals() {
    std::set<ObjectId> written;
    for (ObjectId object : analysed.automatic[region.function.index()])
      if (!isOutside(object))
        own.objects.insert(object);
    own.callees = calleesWithin(analysed, loop);
    for (ValueId id : valuesWithin(program, loop))
      if (auto found = known.at.find(id); found != known.at.end())
        for (const Access &access : found->second) {
          if (!access.isWrite || access.base.kind != Base::Kind::Object ||
              analysed.pointsTo.isSpecial(access.base.object))
            continue;
          const Object &object = program[access.base.object];
          bool isMine = object.owner == region.function && object.isAutomatic();
          bool isSetBefore = program[id].block == region.init && !object.addressTaken &&
                             iterationStoresOf(access.base.object).empty();
          if (isMine && isSetBefore)
            own.objects.insert(access.base.object);
          else if (isMine && isOutside(access.base.object))
            written.insert(access.base.object);
        }
    return {written.begin(), written.end()};
  }

  bool isReadOutside(ObjectId object) const {
    bool isAggregate = program[object].type.kind == ValueType::Kind::Aggregate;
    for (ValueId id : valuesWithin(program, program[region.function].body)) {
      const Instruction &value = program[id];
      bool isNamed = value.op == Op::Address && value.object == object;
      bool isLoaded = value.op == Op::Load && variableOf(program, id) == object;
      if ((isLoaded || (isNamed && isAggregate)) && !contains(program, loop, value.block))
        return true;
    }
    return program[object].addressTaken && !isAggregate;
  }

  /// What it advances by in every iteration; nullptr if that is not always the same.
  const Linear *stepOf(ObjectId object) const {
    auto steps = known.inductions.find(loop);
    bool isKnown = steps != known.inductions.end() && steps->second.contains(object);
    return isKnown ? &steps->second.at(object) : nullptr;
  }

  std::optional<Induction> inductionByConstant(ObjectId object) const {
    const Linear *step = stepOf(object);
    const int64_t unit = program[object].pointeeSize;
    if (!step || !step->isConstant() || step->constant() % unit != 0)
      return std::nullopt;
    return Induction{object, step->constant() / unit};
  }

  /// By a number that the program can compute in front of the loop.
  std::optional<Induction> inductionByAmount(ObjectId object) const {
    const Linear *step = stepOf(object);
    if (!step || step->isConstant())
      return std::nullopt;
    const Viewpoint view = acrossIterations(program, analysed.effects, region.function, loop);
    auto amount = RangeMaker(analysed, loop, view).valueInFront(*step);
    return amount ? std::optional(Induction{object, 0, *amount}) : std::nullopt;
  }

  void judgeScalar(ObjectId object) {
    bool isScalar = program[object].type.kind != ValueType::Kind::Aggregate;
    bool isExposed = known.exposed.contains(loop) && known.exposed.at(loop).contains(object);
    bool isAssigned = known.assigned.contains(loop) && known.assigned.at(loop).contains(object);
    bool isHidden = program[object].addressTaken && analysed.pointsTo.stored.contains(object);
    bool isSettled =
        companions.contains(object) || (object == region.counted.variable && isCounted());
    if (isSettled) {
      own.objects.insert(object);
      return;
    }
    if (auto induction = inductionByConstant(object)) {
      facts.inductions.push_back(std::move(*induction));
      own.objects.insert(object);
    } else if (auto reduction = findReduction(object)) {
      addCompanionPlaces(*reduction);
      facts.reductions.push_back(*reduction);
      own.objects.insert(object);
    } else if (auto byValue = findValueReduction(analysed, loop, object)) {
      facts.reductions.push_back(*byValue);
      own.objects.insert(object);
    } else if (auto moving = inductionByAmount(object)) {
      facts.inductions.push_back(std::move(*moving));
      own.objects.insert(object);
    } else if (!isExposed && !isHidden) {
      bool isLive = isReadOutside(object);
      if (isLive && !isScalar)
        return; // memory like any other: its elements may be written by different iterations
      if (isLive && !isAssigned)
        return add(ObstacleKind::LiveOut, program[object].name, "", firstStore(object),
                   firstLoad(object, false));
      facts.privates.push_back({object, isLive});
      own.objects.insert(object);
    } else if (isScalar && !program[object].addressTaken) {
      add(reductions.dependsOnOrder(object) ? ObstacleKind::FloatReduction
                                            : ObstacleKind::ScalarCarried,
          program[object].name, "", firstStore(object), firstLoad(object, true));
      own.objects.insert(object);
    }
    // Exposed aggregates and variables whose address is known elsewhere are memory like any other.
  }

  /// The bound does not change in a counted loop; the start is made of variables that it leaves
  /// alone.
  bool hasRepeatableHead() const {
    if (!region.counted.initial.valid())
      return false;
    for (ValueId id : valuesWithin(program, region.init)) {
      if (program[id].op != Op::Load)
        continue;
      ObjectId variable = variableOf(program, id);
      if (!variable.valid() || program[variable].addressTaken || !storesOf(variable).empty())
        return false;
    }
    return true;
  }

  std::vector<ValueId> storesOf(ObjectId object) const {
    std::vector<ValueId> stores;
    for (ValueId id : valuesWithin(program, loop))
      if (program[id].op == Op::Store && variableOf(program, id) == object)
        stores.push_back(id);
    return stores;
  }

  std::vector<ValueId> iterationStoresOf(ObjectId object) const {
    std::vector<ValueId> stores = storesOf(object);
    std::erase_if(stores, [&](ValueId id) { return program[id].block == region.init; });
    return stores;
  }

  SourceLocation firstStore(ObjectId object) const {
    std::vector<ValueId> stores = storesOf(object);
    return stores.empty() ? program[object].location : program[stores.front()].location;
  }

  /// Where its value is used, in the loop or behind it.
  SourceLocation firstLoad(ObjectId object, bool isInside) const {
    for (ValueId id : valuesWithin(program, program[region.function].body)) {
      const Instruction &value = program[id];
      bool isLoad = value.op == Op::Load && variableOf(program, id) == object;
      if (isLoad && contains(program, loop, value.block) == isInside)
        if (isInside || region.location < value.location)
          return value.location;
    }
    return {};
  }

  void judgeMemory() {
    const Effects &effects = analysed.effects;
    Viewpoint view = acrossIterations(program, effects, region.function, loop);
    DependenceFinder finder(program, analysed.pointsTo, effects, region.function);
    std::vector<AccessGroup> groups;
    auto findCarried = [&] {
      groups = finder.groups(loop, view, own);
      std::erase_if(groups, [](const AccessGroup &group) { return group.sample.isOpaque; });
      return finder.carried(groups, view, own, mostDependences);
    };
    Budget &budget = effects.budgetOf(region.function);
    budget.startAnew();
    std::vector<Dependence> carried = findCarried();
    if (!carried.empty() && findMade())
      carried = findCarried();
    RangeMaker ranges(analysed, loop, view, own.refuted);
    std::set<ObjectId> tried;
    auto isSolved = [&](const Dependence &dependence) {
      return makePrivate(dependence, tried) || makePrivatePlace(dependence.from) ||
             makePrivatePlace(dependence.to) || makeHistogram(dependence.from) ||
             makeHistogram(dependence.to) || makePrivateBlock(dependence.from, ranges);
    };
    std::vector<Dependence> all;
    auto isSettled = [&] {
      all = finder.carried(groups, view, own, mostTested + 1);
      return facts.obstacles.empty() && settle(all, groups, ranges);
    };
    // A test of the stride costs less than an array for each part, and its answer is mostly yes.
    if (region.counted.hasAmount() && !carried.empty() && isSettled())
      return;
    const size_t privatesBefore = facts.privates.size();
    while (std::any_of(carried.begin(), carried.end(), isSolved))
      carried = findCarried();
    if (!carried.empty() && facts.privates.size() != privatesBefore && findMade())
      carried = findCarried();
    if (carried.empty() || isSettled())
      return;
    for (const Dependence &each : all)
      for (PremiseId premise : {each.from.premise, each.to.premise})
        if (premise.valid())
          blame(premise);
    if (budget.hasGivenUp())
      return addBudget(budget);
    for (Dependence &dependence : ordered(std::move(all), ranges)) {
      auto distance = ranges.distance(dependence.from, dependence.to);
      if (dependence.detail.empty() && distance && *distance > 0)
        dependence.detail = " (distance " + std::to_string(*distance) + ")";
      addDependence(dependence, view);
    }
  }

  /// What iterations allocate for themselves, if the loop has no other obstacle.
  bool findMade() {
    if (facts.obstacles.empty())
      own.made = findIterationMemory(analysed, loop, facts.privates, own);
    return own.made != nullptr;
  }

  /// Instead of dependences that are there for want of an answer.
  void addBudget(const Budget &budget) {
    add(ObstacleKind::AnalysisBudget, program[region.function].name, std::to_string(budget.steps()),
        region.location, {});
  }

  /// What certainly stops the loop before what a test might have settled, and without what is known
  /// not to, as long as anything is left.
  static std::vector<Dependence> ordered(std::vector<Dependence> carried,
                                         const RangeMaker &ranges) {
    auto isNone = [&](const Dependence &each) {
      return ranges.distance(each.from, each.to).value_or(0) < 0;
    };
    if (!std::all_of(carried.begin(), carried.end(), isNone))
      std::erase_if(carried, isNone);
    std::vector<Dependence> result;
    for (bool isSure : {true, false})
      for (const Dependence &each : carried)
        if ((each.from.base == each.to.base && each.from.base.kind != Base::Kind::Unknown) ==
            isSure)
          result.push_back(each);
    result.resize(std::min(result.size(), mostDependences));
    return result;
  }

  /// By tests in front of the loop; then it has no other obstacle.
  bool settle(const std::vector<Dependence> &carried, const std::vector<AccessGroup> &groups,
              RangeMaker &ranges) {
    std::vector<GroupPair> left;
    for (const Dependence &each : carried)
      left.emplace_back(&groups[each.fromGroup], &groups[each.toGroup]);
    auto guards = left.size() > mostTested ? std::nullopt : ranges.guardsAgainst(left);
    if (guards)
      facts.guards.insert(facts.guards.end(), guards->begin(), guards->end());
    return guards.has_value();
  }

  /// Gives each iteration the array that the dependence is on, if it is mere scratch.
  bool makePrivate(const Dependence &dependence, std::set<ObjectId> &tried) {
    const Base &base = dependence.from.base;
    if (base.kind == Base::Kind::Symbol && base == dependence.to.base)
      return makePrivateMemory(dependence);
    bool isArray = base.kind == Base::Kind::Object && base == dependence.to.base &&
                   !analysed.pointsTo.isSpecial(base.object);
    if (!isArray || !tried.insert(base.object).second)
      return false;
    const Scratch found = judgeScratchArray(analysed, loop, base.object);
    problems[base] = found.problem;
    if (!found.copied)
      return false;
    own.objects.insert(base.object);
    facts.privates.push_back(*found.copied);
    return true;
  }

  bool makePrivateMemory(const Dependence &dependence) {
    const Base &base = dependence.from.base;
    if (problems.contains(base))
      return false;
    const Scratch found = judgeScratchMemory(analysed, loop, dependence.from);
    problems[base] = found.problem;
    unlocks[base] = found.unlock;
    if (!found.copied)
      return false;
    // All of its pointers are the variable's: the loop touches no other memory of this allocation.
    own.objects.insert(program[found.copied->allocation].object);
    own.memory.insert(base.symbol);
    facts.privates.push_back(*found.copied);
    return true;
  }

  /// The same where the memory is known by its pointer alone.
  bool makePrivateBlock(const Access &access, RangeMaker &ranges) {
    auto scratch = problems.find(access.base);
    bool isScratch = access.base.kind == Base::Kind::Symbol && scratch != problems.end() &&
                     !scratch->second.empty();
    if (!isScratch || !triedBlocks.insert(access.base.symbol).second || hasOwnPart(access.base))
      return false;
    BlockVerdict found = judgeScratchBlock(analysed, loop, access, places, ranges, facts.privates);
    // What is wrong with memory allocated here has been said.
    if (!found.problem.empty() && !unlocks[access.base].empty()) {
      problems[access.base] = found.problem;
      unlocks[access.base] = found.unlock;
    }
    if (!found.block)
      return false;
    own.memory.insert(access.base.symbol);
    facts.blocks.push_back(std::move(*found.block));
    facts.guards.push_back(std::move(*found.guard));
    return true;
  }

  /// Some accesses by this base work on copies already.
  bool hasOwnPart(const Base &base) const {
    for (ValueId value : valuesWithin(program, loop))
      if (auto found = known.at.find(value); found != known.at.end())
        for (const Access &access : found->second)
          if (access.base == base &&
              (own.accesses.contains(value) || own.handed.contains({value, access.origin})))
            return true;
    return false;
  }

  /// Gives each part its own copy of a member, an element or the like.
  bool makePrivatePlace(const Access &access) {
    if (own.accesses.contains(access.at) || !triedPlaces.insert(access.at).second)
      return false;
    std::optional<PrivateObject> found = places.findPrivate(access.at);
    if (!found)
      return false;
    own.accesses.insert(found->place->accesses.begin(), found->place->accesses.end());
    facts.privates.push_back(std::move(*found));
    return true;
  }

  /// Gives each part an array of its own that counts from nothing.
  bool makeHistogram(const Access &access) {
    bool isStore = program[access.at].op == Op::Store && !own.accesses.contains(access.at);
    if (!isStore || !triedStores.insert(access.at).second)
      return false;
    ValueId address = program[access.at].operands[0];
    for (unsigned subscripts = 1; program[address].op == Op::Element; ++subscripts) {
      address = program[address].operands[0];
      std::optional<Reduction> reduction =
          places.isFixed(address) ? reductions.findHistogram(access.at, subscripts) : std::nullopt;
      if (!reduction || !places.settle(*reduction) || reduction->place->bytes > largestHistogram)
        continue;
      own.accesses.insert(reduction->place->accesses.begin(), reduction->place->accesses.end());
      facts.reductions.push_back(std::move(*reduction));
      return true;
    }
    return false;
  }

  /// Once, though there are dependences of all kinds on scratch memory.
  void addScratch(const Base &base, const std::string &subject, const std::string &problem,
                  SourceLocation source, SourceLocation sink) {
    if (reported.insert(base).second)
      add(ObstacleKind::SharedScratch,
          base.kind == Base::Kind::Object ? program[base.object].name
                                          : subject.substr(0, subject.find('[')),
          problem, source, sink, unlocks[base]);
  }

  /// The pointer that an access goes through has another value in each iteration, or an unknown
  /// one.
  bool isLoosePointer(const Base &base, const Viewpoint &view) const {
    return base.kind == Base::Kind::Unknown ||
           (base.kind == Base::Kind::Symbol && !view.isShared(base.symbol));
  }

  std::string pointerOf(const Access &access) const {
    ValueId origin = access.base.kind == Base::Kind::Symbol
                         ? analysed.effects[access.base.symbol].origin
                         : access.address;
    while (origin.valid() && (program[origin].op == Op::Element ||
                              program[origin].op == Op::Field || program[origin].op == Op::Convert))
      origin = program[origin].operands[0];
    bool isNamed = origin.valid() && !program[origin].text.empty();
    return isNamed ? program[origin].text : subjectOf(program, access);
  }

  /// Its place is no sum of counters and values that stay the same.
  bool isNonAffine(const Access &access, const Viewpoint &view) const {
    return std::any_of(access.offset.terms().begin(), access.offset.terms().end(),
                       [&](const auto &term) {
                         const Symbol &symbol = analysed.effects[term.first];
                         if (symbol.isModular && symbol.multiplicands[1] == Linear(1))
                           return !view.isShared(term.first);
                         return !view.isShared(term.first) && !symbol.counterOf.valid() &&
                                !symbol.isByte && symbol.factors.empty() &&
                                symbol.multiplicands.empty() && symbol.constraints.empty();
                       });
  }

  /// "declare 'a' as 'double *restrict a' ...", if one of the two goes through a parameter.
  std::string restrictHelp(const Access &a, const Access &b) const {
    for (const auto &[one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (one->base.kind != Base::Kind::Symbol)
        continue;
      const Symbol &symbol = analysed.effects[one->base.symbol];
      if (symbol.parameter < 0 || symbol.function != region.function)
        continue;
      const Object &object =
          program[program[region.function].parameters[static_cast<size_t>(symbol.parameter)]];
      std::string type = object.typeText;
      return "declare '" + object.name + "' as '" + type + (type.ends_with("*") ? "" : " ") +
             "restrict " + object.name + "' if it never overlaps '" + subjectOf(program, *other) +
             "'";
    }
    return "";
  }

  void addDependence(const Dependence &dependence, const Viewpoint &view) {
    const Access &from = dependence.from, &to = dependence.to;
    std::string first = subjectOf(program, from), second = subjectOf(program, to);
    SourceLocation source = program[from.origin].location, sink = program[to.origin].location;
    bool sameBase = from.base == to.base && from.base.kind != Base::Kind::Unknown;
    auto known = problems.find(from.base);
    if ((sameBase || first == second) && known != problems.end() && !known->second.empty())
      return addScratch(from.base, first, known->second, source, sink);
    for (const auto &[access, other] : {std::pair(&from, &second), std::pair(&to, &first)})
      if (isLoosePointer(access->base, view)) {
        bool isOther = subjectOf(program, *access) != *other;
        return add(ObstacleKind::UnknownPointer, pointerOf(*access),
                   isOther ? " and may lead to '" + *other + "'" : "", source, sink);
      }
    if (!sameBase && first != second)
      return add(ObstacleKind::UnknownAlias, first, second, source, sink, restrictHelp(from, to));
    auto isIn = [&](const std::set<std::pair<ValueId, ValueId>> &updates) {
      return updates.contains({from.at, from.origin}) || updates.contains({to.at, to.origin});
    };
    bool isOrdered = reductions.dependsOnOrder(from.at) || reductions.dependsOnOrder(to.at) ||
                     isIn(handed.ordered);
    if (isOrdered && first == second && dependence.detail.empty())
      return add(ObstacleKind::FloatReduction, first, "", source, sink);
    for (const Access *access : {&from, &to})
      if (dependence.detail.empty() && sameBase && isNonAffine(*access, view))
        return add(ObstacleKind::NonAffineSubscript, subjectOf(program, *access), "", source, sink);
    ObstacleKind kind = from.isWrite && to.isWrite ? ObstacleKind::CarriedOutput
                        : from.isWrite             ? ObstacleKind::CarriedFlow
                                                   : ObstacleKind::CarriedAnti;
    add(kind, first, dependence.detail, source, sink,
        isIn(handed.overflow) ? "update '" + first + "' once in an iteration, or make it unsigned"
                              : "");
  }
};

} // namespace

/// The body writes something although none of these tests holds.
static bool hasWork(const AnalysedProgram &analysed, RegionId loop, const RefutedTests &refuted) {
  const Program &program = analysed.program;
  const Effects &effects = analysed.effects;
  const auto &at = effects.functions[program[loop].function.index()].at;
  const std::vector<ValueId> values = valuesWithin(program, program[loop].children[0]);
  return std::any_of(values.begin(), values.end(), [&](ValueId value) {
    auto found = at.find(value);
    return found != at.end() &&
           std::any_of(found->second.begin(), found->second.end(), [&](const Access &access) {
             return access.isWrite && !isRefuted(effects.premises[access.premise], refuted);
           });
  });
}

/// Judges the loop without what happens only under conditions that stay the same in it, and lets
/// the program test these in front of it. The first conditions are those of the obstacles found.
static LoopFacts judgeGuarded(const AnalysedProgram &analysed, RegionId loop, LoopFacts facts,
                              std::vector<PremiseId> premises) {
  if (premises.empty())
    return facts;
  const Effects &effects = analysed.effects;
  const FunctionId function = analysed.program[loop].function;
  const Viewpoint view = acrossIterations(analysed.program, effects, function, loop);
  const Premise &held = effects.premises[effects.functions[function.index()].heldAt.at(loop)];
  RefutedTests refuted;
  std::vector<Guard> guards;
  auto refute = [&](PremiseId id) {
    const Premise &premise = effects.premises[id];
    RangeMaker ranges(analysed, loop, view, refuted);
    if (isRefuted(premise, refuted) || guards.size() == mostConditions)
      return false;
    for (auto clause = premise.rbegin(); clause != premise.rend(); ++clause) {
      bool holds = std::find(held.begin(), held.end(), *clause) != held.end();
      auto guard = holds ? std::nullopt : ranges.guardAgainst(*clause);
      RefutedTests more = refuted;
      more.insert(more.end(), clause->begin(), clause->end());
      if (!guard || !hasWork(analysed, loop, more))
        continue;
      guards.push_back(std::move(*guard));
      refuted = std::move(more);
      return true;
    }
    return false;
  };
  while (std::count_if(premises.begin(), premises.end(), refute) > 0) {
    LoopJudge judge(analysed, loop, refuted);
    facts = judge.judge();
    if (facts.isParallel)
      facts.guards.insert(facts.guards.begin(), guards.begin(), guards.end());
    premises = facts.isParallel ? std::vector<PremiseId>() : judge.refutable();
  }
  return facts;
}

LoopFacts judgeLoop(const AnalysedProgram &analysed, RegionId loop, OwnMemory *own) {
  LoopJudge judge(analysed, loop);
  LoopFacts facts = judge.judge();
  if (own)
    *own = judge.ownMemory();
  return own || facts.isParallel
             ? facts
             : judgeGuarded(analysed, loop, std::move(facts), judge.refutable());
}

} // namespace kasuri
