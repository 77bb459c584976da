// Is a loop DOALL, and if not, why?
//
//     for (c = 0; c < n; c++) {       c: counted        t: private, written before it is read
//       t = gain(c);                  bits: reduction   ch[c]: each iteration its own row
//       bits += code(&ch[c], t);
//     }
//
// The scalars are judged by the order of reads and writes within an iteration: advancing by a
// constant (induction), only ever added to (reduction), written before read (private), or carrying
// a value. Places that are reductions too (Places.h, CalleeReductions.h) are found first; all other
// memory is judged in LoopMemory.cpp.
// Every reason found becomes an obstacle; a loop without one may run its iterations in any order.
#include "analysis/loop/LoopVerdicts.h"
#include "analysis/guard/Ranges.h"
#include "analysis/loop/Advice.h"
#include "analysis/loop/LoopMemory.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/reduction/CalledSums.h"
#include "analysis/reduction/Choices.h"
#include "analysis/reduction/ReductionPlaces.h"
#include "analysis/reduction/Speculation.h"
#include "analysis/reduction/StructHelpers.h"
#include "analysis/reduction/ValueHelpers.h"
#include "analysis/symbolic/Coverage.h"
#include "analysis/symbolic/Numbers.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxConditions = 4; ///< tested in front of a loop

class LoopJudge {
public:
  LoopJudge(const AnalysedProgram &analysed, RegionId loop, IterationTables &tables, Budget &budget,
            const RefutedTests &refuted = {}, const std::vector<RegionId> &inOrder = {},
            const std::optional<WaveOrder> &wave = {})
      : analysed(analysed), program(analysed.program), loop(loop), region(program[loop]),
        known(analysed.effects.functions[region.function.index()]), reductions(program, loop),
        tables(tables), budget(budget), places(analysed, loop, budget) {
    facts.loop = loop;
    if (region.counted.hasAmount())
      if (auto induction = inductionByAmount(region.counted.variable))
        facts.amount = induction->amount;
    if (known.wrappingCounters.contains(loop))
      wrapGuard = guardAgainstWrapping();
    own.refuted = refuted;
    own.inOrder = inOrder;
    own.wave = wave;
    if (region.counted.declaresOthers) // that block runs in front of the loop
      for (ValueId value : valuesWithin(program, region.init))
        own.accesses.insert(value);
  }

  LoopFindings judge() {
    judgeControl();
    judgeOpaque();
    if (known.counters.contains(loop)) {
      findPlaces();
      findInCallees();
    }
    const std::vector<ObjectId> written = writtenLocals();
    for (ObjectId object : written)
      if (auto reduction = findReduction(object))
        companions.insert(reduction->companions.begin(), reduction->companions.end());
    for (ObjectId object : written)
      judgeScalar(object);
    judgeErrno();
    // Of rows that cannot wait, nobody asks for all that is in the way.
    if (own.wave && !facts.obstacles.empty())
      return std::move(findings);
    if (known.counters.contains(loop))
      judgeMemory(analysed, loop, reductions, places, calleeReductions, tables, budget, findings);
    if (facts.amount && isCounted())
      addAmountGuard();
    if (wrapGuard)
      facts.guards.push_back(*wrapGuard);
    facts.isParallel = facts.obstacles.empty();
    notePromises();
    if (known.counters.contains(loop))
      ignoreReductions();
    ignoreTripCounts();
    facts.hasRepeatableHead = facts.isParallel && hasRepeatableHead();
    return std::move(findings);
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const Region &region;
  const FunctionAccesses &known;
  ReductionFinder reductions;
  IterationTables &tables;
  Budget &budget;
  PlaceJudge places;
  LoopFindings findings;
  LoopFacts &facts = findings.facts;
  PrivateMemory &own = findings.own;
  CalleeReductions calleeReductions;
  std::set<ObjectId> companions; ///< of reductions
  std::optional<Guard> wrapGuard;
  std::map<ObjectId, std::vector<ValueId>> usesOf; ///< out of order; empty: not yet known

  void judgeControl() {
    if (program[region.function].isTooLarge)
      return findings.add(ObstacleKind::AnalysisBudget, program[region.function].name,
                          std::to_string(budget.steps()), region.location);
    for (RegionId up = region.parent; up.valid(); up = program[up].parent)
      if (program[up].kind == Region::Kind::Opaque)
        return findings.add(ObstacleKind::IrregularControl, "'" + program[up].obstacle + "'", "",
                            program[up].location);
    if (!region.obstacle.empty())
      return findings.add(ObstacleKind::IrregularControl, "'" + region.obstacle + "'", "",
                          region.location);
    if (!isCounted()) // before the exits: without a count, not all iterations can be run
      addNotCounted();
    if (RegionId jump = leavingJump(program, loop); jump.valid()) {
      findings.blameAnyway();
      findings.add(ObstacleKind::EarlyExit, findLeavingJump(program, loop), "",
                   program[jump].location);
    }
    if (ValueId exit = findExit(analysed, loop, own.refuted); exit.valid()) {
      addExit(program[exit], program[originOfExit(analysed, exit)]);
      blameExit(exit);
    }
    for (RegionId inside : regionsWithin(program, loop))
      if (program[inside].kind == Region::Kind::Loop && neverEnds(program, inside))
        findings.add(ObstacleKind::IrregularControl, "an endless loop", "",
                     program[inside].location);
    for (RegionId inside : regionsWithin(program, loop))
      if (program[inside].kind == Region::Kind::Opaque)
        findings.add(ObstacleKind::IrregularControl, "'" + program[inside].obstacle + "'", "",
                     program[inside].location);
  }

  void addExit(const Instruction &call, const Instruction &end) {
    const bool isAssertion = end.calleeName.starts_with("__assert");
    const std::string less = "compile with -DNDEBUG, which removes assertions";
    const bool mayAssume =
        analysed.effects.memoryExits.endsQuietly && endsByAssertionsOnly(analysed, loop);
    const std::string known = adviceOnExit(call, end);
    const bool isUnseen = !libraryCalled(end) && !end.callee.valid() && !end.calleeName.empty();
    const bool isIndirect = end.op == Op::Call && !end.callee.valid() && end.calleeName.empty();
    findings.add(
        ObstacleKind::EarlyExit, call.text, "", call.location, end.location,
        isAssertion ? (mayAssume ? less + ", or pass --assume=assertions if they never fail" : less)
        : !known.empty() ? known
        : isUnseen
            ? "compile the source of '" + end.text +
                  "' together with this file, or promise with KASURI_PURE that it only computes"
        : isIndirect ? std::string(helpText(ObstacleKind::IndirectCall))
                     : "");
  }

  void blameExit(ValueId call) {
    auto ways = known.endsIf.find(call);
    if (ways == known.endsIf.end())
      return findings.blameAnyway();
    for (PremiseId way : ways->second)
      if (!isRefuted(analysed.effects.premises[way], own.refuted))
        findings.blame(way);
  }

  void notePromises() {
    if (!facts.isParallel)
      return;
    facts.promises = findings.promisesUsed;
    for (const Reduction &each : facts.reductions)
      if (each.promise.valid())
        facts.promises.insert(each.promise);
  }

  /// Variables that are promised to be reductions, and that the loop uses in other ways.
  void ignoreReductions() {
    for (AnnotationId id : annotationsOf(program, loop, Annotation::Kind::Reduction))
      for (ObjectId object : program[id].objects) {
        auto isIt = [&](const Reduction &each) {
          const bool isPlace = each.place && isStoreTo(program, each.update, object);
          return (each.object == object || isPlace) && symbol(each.kind) == program[id].operation;
        };
        if (std::none_of(facts.reductions.begin(), facts.reductions.end(), isIt))
          findings.ignore({id,
                           "the loop does not only combine '" + program[object].name + "' by '" +
                               program[id].operation + "'",
                           storesOf(object).empty() ? SourceLocation{} : firstStore(object)});
      }
  }

  /// Where constants say otherwise.
  void ignoreTripCounts() {
    auto count = known.tripCounts.find(loop);
    if (count == known.tripCounts.end() || !count->second.distance.isConstant() ||
        leavingJump(program, loop).valid())
      return;
    const int64_t distance = std::max<int64_t>(0, count->second.distance.constant());
    const int64_t trips = (distance + count->second.stride - 1) / count->second.stride;
    for (AnnotationId id : annotationsOf(program, loop, Annotation::Kind::TripCount))
      if (program[id].number != static_cast<double>(trips))
        findings.ignore({id, "the loop has " + std::to_string(trips) + " iterations"});
  }

  static constexpr const char *collectNodes =
      "collect the nodes in an array before the loop, and loop over the array";

  /// What helps instead of writing a `for` loop; "": nothing does.
  std::string howToCount() const {
    if (isWalkOfLinks())
      return collectNodes;
    const std::vector<ValueId> tests = valuesWithin(program, region.condition);
    const bool isReading = std::any_of(tests.begin(), tests.end(), [&](ValueId test) {
      const LibraryFunction *library = libraryCalled(program[test]);
      return library && library->hasInput;
    });
    if (isReading)
      return "read all input before the loop";
    return region.counted.variable.valid() ? ""
                                           : "if its iterations can be counted before the loop, "
                                             "write it as 'for (i = a; i < b; "
                                             "i += c)'";
  }

  bool isWalkOfLinks() const { return !region.counted.variable.valid() && followedLink().valid(); }

  std::string whyNotCounted() const {
    ObjectId variable = region.counted.variable;
    if (isWalkOfLinks())
      return ": '" + program[followedLink()].name + "' follows a linked structure";
    if (!variable.valid())
      return "";
    const std::string name = "'" + program[variable].name + "'";
    if (!known.invariantBounds.contains(loop))
      return ": the bound of " + name + " may change in the loop";
    return ": " + name +
           (known.wrappingCounters.contains(loop)
                ? " may wrap around"
                : " does not advance by the same amount in each iteration");
  }

  /// A variable that the test names and that gets its next value from where it points.
  ObjectId followedLink() const {
    for (ValueId test : valuesWithin(program, region.condition)) {
      ObjectId object = variableOf(program, test);
      if (object.valid() && program[object].type.kind == ValueType::Kind::Pointer &&
          isLink(object, object, false, 4))
        return object;
    }
    return {};
  }

  /// In an iteration `object` may get an address that memory holds to which `from` leads.
  bool isLink(ObjectId from, ObjectId object, bool isLoaded, unsigned depth) const {
    if (depth == 0)
      return false;
    const std::vector<ValueId> stores = iterationStoresOf(object);
    return std::any_of(stores.begin(), stores.end(), [&](ValueId store) {
      return leadsFrom(from, program[store].operands[1], isLoaded, depth - 1);
    });
  }

  bool leadsFrom(ObjectId from, ValueId value, bool isLoaded, unsigned depth) const {
    while (program[value].op == Op::Field || program[value].op == Op::Element ||
           program[value].op == Op::Convert)
      value = program[value].operands[0];
    if (program[value].op != Op::Load)
      return false;
    const ObjectId variable = variableOf(program, value);
    if (!variable.valid())
      return leadsFrom(from, program[value].operands[0], true, depth);
    return variable == from ? isLoaded : isLink(from, variable, isLoaded, depth);
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
    findings.add(
        ObstacleKind::NotCounted, name,
        isOnlyBound ? ": '" + name + "' may change in the loop" : whyNotCounted(), place, {},
        isOnlyBound ? "copy '" + name + "' to a local variable before the loop" : howToCount());
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
    if (known.wrappingCounters.contains(loop) && !wrapGuard)
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

  /// A variable that may pass its type's end is looked at in front of the loop: with as many
  /// iterations as start and bound tell, it stays in its type.
  std::optional<Guard> guardAgainstWrapping() {
    const CountedForm &form = region.counted;
    const Object &variable = program[form.variable];
    const bool isSteady = region.testsFirst && form.advance == CountedForm::Advance::AfterBody &&
                          form.isPlain() && !form.hasAmount() && form.boundStep == 0;
    const bool isTowards =
        form.step > 0
            ? form.relation == Relation::Less || form.relation == Relation::LessEqual
            : form.relation == Relation::Greater || form.relation == Relation::GreaterEqual;
    auto first = isSteady && isTowards ? firstValue() : std::nullopt;
    if (!first)
      return std::nullopt;
    Guard guard;
    const GuardValue last{.op = GuardValue::Op::LastIteration};
    const GuardValue advance = product(constantOf(form.step), sum(last, constantOf(1)));
    guard.exact.emplace_back(last, unboundedAbove); // the count of an endless loop may be 0
    guard.exact.emplace_back(sum(*first, advance), rangeOfType(variable.type).high);
    guard.text = "'" + variable.name + "' does not wrap around";
    guard.isCondition = true;
    return guard;
  }

  /// Of the loop's variable: a constant, or what a variable of its type holds in front of the loop.
  std::optional<GuardValue> firstValue() {
    const ValueType &type = program[region.counted.variable].type;
    const ValueId given = region.counted.initial;
    const ValueId plain = given.valid() ? withoutConverts(program, given) : given;
    if (given.valid() && program[plain].op == Op::Constant) {
      const int64_t number = program[plain].number;
      bool isSmall = number >= 0 && number <= int64_t(UINT32_MAX);
      return isSmall ? std::optional(constantOf(number)) : std::nullopt;
    }
    const ObjectId object = given.valid() ? variableOf(program, given) : region.counted.variable;
    auto before = known.before.find(loop);
    if (!object.valid() || program[object].type != type || before == known.before.end())
      return std::nullopt;
    auto value = before->second.find(object);
    const bool isNumber = value != before->second.end() && !value->second.mayWrap &&
                          value->second.kind == SymbolicValue::Kind::Integer;
    const Viewpoint view = acrossIterations(program, analysed.effects, region.function, loop);
    return isNumber ? RangeMaker(analysed, loop, view, budget).valueInFront(value->second.offset)
                    : std::nullopt;
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
    for (ValueId value : valuesOutOfOrder())
      for (const Access &access : known.accessesAt(value))
        if (access.isOpaque && access.isWrite && !isEnd(access) &&
            !isRefuted(analysed.effects.premises[access.premise], own.refuted)) {
          findings.ends.push_back(value);
          findings.add(access.reason, subjectOf(program, access), "",
                       program[access.origin].location, {}, adviceOn(program, access));
          findings.blame(access.premise);
        }
  }

  /// Reductions of what is no plain variable of the function.
  void findPlaces() {
    for (ValueId id : valuesOutOfOrder()) {
      if (program[id].op != Op::Store || own.accesses.contains(id) || isPlainVariable(id))
        continue;
      std::optional<Reduction> reduction = reductions.findAt(id);
      if (!reduction || !settle(analysed, loop, places, *reduction) || !addTests(*reduction))
        continue;
      companions.insert(reduction->companions.begin(), reduction->companions.end());
      own.accesses.insert(reduction->place->accesses.begin(), reduction->place->accesses.end());
      addCompanionPlaces(*reduction);
      facts.reductions.push_back(std::move(*reduction));
    }
  }

  /// False if what it computes where the source does not may do harm.
  bool addTests(const Reduction &reduction) {
    const auto guards = guardSpeculation(analysed, loop, reduction, budget);
    if (guards)
      facts.guards.insert(facts.guards.end(), guards->begin(), guards->end());
    return guards.has_value();
  }

  void addCompanionPlaces(const Reduction &reduction) {
    for (const Place &place : reduction.companionPlaces)
      own.accesses.insert(place.accesses.begin(), place.accesses.end());
  }

  /// Of a variable, with all that goes with it.
  std::optional<Reduction> findReduction(ObjectId object) {
    std::optional<Reduction> found = reductions.find(object);
    return found && settleCompanions(program, places, *found) ? found : std::nullopt;
  }

  /// Reductions by functions that get an address, and others that called functions make.
  void findInCallees() {
    CalleeReductions found = findCalleeReductions(analysed, loop, places);
    own.accumulators = found.accesses;
    for (Reduction &each : found.reductions)
      facts.reductions.push_back(std::move(each));
    calleeReductions = std::move(found);
    CalledSums sums = findCalledSums(analysed, loop, places, own.accumulators);
    own.accumulators.merge(sums.accesses);
    for (Reduction &each : sums.reductions)
      facts.reductions.push_back(std::move(each));
  }

  bool isPlainVariable(ValueId store) const {
    ObjectId variable = variableOf(program, store);
    return variable.valid() && program[variable].isAutomatic() && !program[variable].addressTaken;
  }

  bool isOutside(ObjectId object) const {
    RegionId scope = program[object].scope;
    return !scope.valid() || !contains(program, loop, scope);
  }

  std::vector<ValueId> valuesOutOfOrder() const {
    std::vector<ValueId> values = valuesWithin(program, loop);
    std::erase_if(values, [&](ValueId id) { return isWithin(program, own.inOrder, id); });
    return values;
  }

  /// Locals declared outside that the loop stores to by name; those declared inside are its own.
  std::vector<ObjectId> writtenLocals() {
    std::set<ObjectId> written;
    const std::vector<ObjectId> declared = declaredWithin(analysed, loop);
    own.objects.insert(declared.begin(), declared.end());
    own.callees = calleesWithin(analysed, loop);
    for (ValueId id : valuesOutOfOrder())
      for (const Access &access : known.accessesAt(id)) {
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

  /// May what the loop leaves in it be read?
  bool isLiveBehind(ObjectId object) const {
    return isVariableLive(program, analysed.pointsTo, analysed.effects, budget, analysed.liveness,
                          loop, object);
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
  std::optional<Induction> inductionByAmount(ObjectId object) {
    const Linear *step = stepOf(object);
    if (!step || step->isConstant())
      return std::nullopt;
    const Viewpoint view = acrossIterations(program, analysed.effects, region.function, loop);
    auto amount = RangeMaker(analysed, loop, view, budget).valueInFront(*step);
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
    } else if (auto reduction = findReduction(object); reduction && addTests(*reduction)) {
      addCompanionPlaces(*reduction);
      facts.reductions.push_back(*reduction);
      own.objects.insert(object);
    } else if (auto choice = findChoice(analysed, loop, reductions, object)) {
      facts.reductions.push_back(*choice);
      own.objects.insert(object);
    } else if (auto byValue = findValueReduction(analysed, loop, object)) {
      facts.reductions.push_back(*byValue);
      own.objects.insert(object);
    } else if (auto members = findStructReductions(analysed, loop, object); !members.empty()) {
      facts.reductions.insert(facts.reductions.end(), members.begin(), members.end());
      own.objects.insert(object);
    } else if (auto moving = inductionByAmount(object)) {
      facts.inductions.push_back(std::move(*moving));
      own.objects.insert(object);
    } else if (!isExposed && !isHidden) {
      bool isLive = isLiveBehind(object);
      if (isLive && !isScalar)
        return; // memory like any other: its elements may be written by different iterations
      const bool mayBeUnset = isLive && !isAssigned;
      if (mayBeUnset && !program[object].isPlainScalar()) {
        blameUses(object);
        return findings.add(ObstacleKind::LiveOut, program[object].name, "", firstStore(object),
                            firstLoad(object, false));
      }
      facts.privates.push_back({object, isLive});
      facts.privates.back().mayBeUnset = mayBeUnset;
      own.objects.insert(object);
    } else if (isScalar && !program[object].addressTaken) {
      blameUses(object);
      findings.add(reductions.dependsOnOrder(object) ? ObstacleKind::FloatReduction
                                                     : ObstacleKind::ScalarCarried,
                   program[object].name, "", firstStore(object), firstLoad(object, true),
                   isWalkOfLinks() && followedLink() == object ? collectNodes : "");
      own.objects.insert(object);
    }
    // Exposed aggregates and variables whose address is known elsewhere are memory like any other.
  }

  /// Where the loop names errno: parts do so on other threads, each of which has its own.
  void judgeErrno() {
    SourceLocation first;
    if (!namesErrno(first))
      return;
    facts.hasOwnErrno = own.hasErrno = setsErrnoFirst();
    if (!facts.hasOwnErrno)
      findings.add(ObstacleKind::ScalarCarried, "errno", "", first, {},
                   "set errno to 0 in each iteration before what may set it");
  }

  bool isErrno(const Access &access) const {
    return !access.isOpaque && access.base.kind == Base::Kind::Object &&
           access.base.object == analysed.pointsTo.special(SpecialObject::Errno);
  }

  bool namesErrno(SourceLocation &first) const {
    for (ValueId value : valuesOutOfOrder())
      for (const Access &access : known.accessesAt(value))
        if (isErrno(access)) {
          first = program[access.origin].location;
          return true;
        }
    return false;
  }

  /// In each iteration, and under its own name.
  bool setsErrnoFirst() {
    const RegionId body = region.children[0];
    for (ValueId value : valuesWithin(program, loop))
      for (const Access &access : known.accessesAt(value)) {
        const std::vector<ValueId> &operands = program[access.origin].operands;
        const bool isNamed =
            !operands.empty() && analysed.pointsTo.errnoPlaces.contains(operands[0]);
        if (isErrno(access) && (!isNamed || !contains(program, body, program[value].block)))
          return false;
      }
    bool isFilled = own.inOrder.empty();
    CoverageWalk walk(
        program, analysed.pointsTo, analysed.effects, budget, region.function,
        [&](const Access &access, bool isCovered) { isFilled &= isCovered || !isErrno(access); });
    const std::vector<WrittenBytes> written = walk.run(body);
    auto isSet = [&](const WrittenBytes &bytes) {
      return bytes.base.kind == Base::Kind::Object &&
             bytes.base.object == analysed.pointsTo.special(SpecialObject::Errno);
    };
    return isFilled && std::any_of(written.begin(), written.end(), isSet);
  }

  /// All that names the variable would have to run in order.
  void blameUses(ObjectId object) {
    if (usesOf.empty())
      for (ValueId id : valuesOutOfOrder())
        if (ObjectId variable = variableOf(program, id); variable.valid())
          usesOf[variable].push_back(id);
    const std::vector<ValueId> &uses = usesOf[object];
    findings.ends.insert(findings.ends.end(), uses.begin(), uses.end());
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
      if (isStoreTo(program, id, object))
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
    const Subtrees &below = analysed.places.below;
    const auto [begin, end] = below.valuesOf(isInside ? loop : program[region.function].body);
    for (size_t position = begin; position < end; ++position) {
      const ValueId id = below.values()[position];
      const Instruction &value = program[id];
      if (value.op != Op::Load || variableOf(program, id) != object)
        continue;
      if (isInside || (region.location < value.location && !contains(program, loop, value.block)))
        return value.location;
    }
    return {};
  }
};

} // namespace

/// The body writes something although none of these tests holds.
static bool hasWork(const AnalysedProgram &analysed, RegionId loop, const RefutedTests &refuted) {
  const Program &program = analysed.program;
  const Effects &effects = analysed.effects;
  const FunctionAccesses &known = effects.functions[program[loop].function.index()];
  const std::vector<ValueId> values = valuesWithin(program, program[loop].children[0]);
  return std::any_of(values.begin(), values.end(), [&](ValueId value) {
    const std::vector<Access> &accesses = known.accessesAt(value);
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
      return access.isWrite && !isRefuted(effects.premises[access.premise], refuted);
    });
  });
}

/// Judges the loop without what happens only under conditions that stay the same in it, and lets
/// the program test these in front of it. The first conditions are those of the obstacles found.
static LoopFindings judgeGuarded(const AnalysedProgram &analysed, RegionId loop,
                                 IterationTables &tables, Budget &budget, LoopFindings findings) {
  if (findings.refutable().empty())
    return findings;
  const std::vector<RegionId> inOrder = findings.own.inOrder;
  const Effects &effects = analysed.effects;
  const FunctionId function = analysed.program[loop].function;
  const Viewpoint view = acrossIterations(analysed.program, effects, function, loop);
  const Premise &held = effects.premises[effects.functions[function.index()].heldAt.at(loop)];
  RefutedTests refuted;
  std::vector<Guard> guards;
  auto refute = [&](PremiseId id) {
    const Premise &premise = effects.premises[id];
    RangeMaker ranges(analysed, loop, view, budget, refuted);
    if (isRefuted(premise, refuted) || guards.size() == maxConditions)
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
  for (std::vector<PremiseId> premises = findings.refutable();
       std::count_if(premises.begin(), premises.end(), refute) > 0; premises = findings.refutable())
    findings = LoopJudge(analysed, loop, tables, budget, refuted, inOrder).judge();
  LoopFacts &facts = findings.facts;
  if (facts.isParallel)
    facts.guards.insert(facts.guards.begin(), guards.begin(), guards.end());
  return findings;
}

LoopFindings judgeUnguarded(const AnalysedProgram &analysed, RegionId loop, IterationTables &tables,
                            Budget &budget) {
  return LoopJudge(analysed, loop, tables, budget).judge();
}

LoopFindings judgeLoop(const AnalysedProgram &analysed, RegionId loop, IterationTables &tables,
                       Budget &budget) {
  LoopFindings findings = judgeUnguarded(analysed, loop, tables, budget);
  std::vector<IgnoredAnnotation> ignored = findings.ignored;
  findings = judgeGuarded(analysed, loop, tables, budget, std::move(findings));
  findings.ignored = std::move(ignored);
  return findings;
}

LoopFindings judgeLoopBut(const AnalysedProgram &analysed, RegionId loop,
                          const std::vector<RegionId> &inOrder, IterationTables &tables,
                          Budget &budget) {
  LoopFindings findings = LoopJudge(analysed, loop, tables, budget, {}, inOrder).judge();
  return judgeGuarded(analysed, loop, tables, budget, std::move(findings));
}

LoopFindings judgeLoopInWaves(const AnalysedProgram &analysed, RegionId loop, const WaveOrder &wave,
                              IterationTables &tables, Budget &budget) {
  return LoopJudge(analysed, loop, tables, budget, {}, {}, wave).judge();
}

} // namespace kasuri
