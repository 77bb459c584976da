// What an iteration allocates, and nobody else gets to know, cannot be in another one's way.
//
//     for (i...) {                         Append grows s->data by realloc; elsewhere in the
//       Store s = {0};                     program it does so for stores that live on. Here every
//       fill(&s, i);                       block comes from this iteration, and the loop never
//       out[i] = sum(&s);                  reads a pointer to one from memory that another
//       free(s.data);                      iteration writes: whatever s.data leads to is its own
//     }
//
// Pointers are followed once more (PointsTo.h), through the loop's body and all that it calls,
// apart from the rest of the program. Memory that was there before holds what it ever may; what is
// allocated here gets objects of its own, as empty as the variables of the body and of the
// functions called, which begin anew in each iteration. Then a block of a former iteration comes
// into this one in one way only: some iteration stores the pointer where it remains, and a load
// finds it there. So an object whose address lies in other memory, at a place that is read in the
// loop, is taken for shared, and so is all whose address is read from it in turn. That a pointer is
// left behind and not read is no harm: `rows[i] = make(i)`.
//
// Why it is safe: in an iteration every pointer into a block that is not shared comes from the
// allocation itself, through values and memory of that iteration. Memory that is freed and handed
// out again is another block, and the allocator is called by one thread at a time. Values that an
// iteration finds in memory that it did not write, malloc's included, may not be used in C.
//
// Blocks that other iterations do know of are apart as well where each iteration finds them only in
// places of its own, each of which owns its block (PointerTables.h):
//
//     for (i...) append(&table[i], x[i]);      the loop reads the pointer in table[i] alone, and
//                                              all that is ever stored there is fresh
//
// No two iterations touch the same of these places, so none finds what another one does: not in
// the table, nor in blocks that are found by it, whose places own what they lead to in turn.
//
// What is left for the others tells loads and stores apart that points-to for the whole program
// does not: a function that gets one iteration's store here and all the program's elsewhere.
//
// Functions that several statements of the loop call are followed apart for each (CallContexts.h):
// the store that the loop fills for itself is not the one that it appends to in order.
//
// A loop is judged several times: with guards, without some of its statements. Where its pointers
// lead does not depend on that, so it is found once for as long as that loop is looked at.
//
// Gives up on: loops whose functions lead back to them, unknown functions, calls in the loop's
// head, and more code than is worth it.
#include "analysis/memory/FindIterationMemory.h"

#include "analysis/dependence/IterationMemory.h"
#include "analysis/memory/CallContexts.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/pointers/FindPointsTo.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxValuesInside = 20'000; ///< of the loop and of all that it calls
constexpr size_t maxValuesOfAll = 200'000; ///< of the program

ProgramOfParts makeParts(const Program &program) {
  ProgramOfParts parts{program, findAllocators(program), {}};
  std::map<ObjectId, ObjectId> seconds;
  for (size_t i = 0; i < program.objects.size(); ++i)
    if (program.objects[i].kind == Object::Kind::Heap)
      seconds[ObjectId(i)] = parts.addCopy(ObjectId(i));
  for (Instruction &value : parts.program.values)
    if (value.op == Op::Call && value.object.valid())
      value.object = seconds.at(value.object);
  return parts;
}

} // namespace

ObjectId ProgramOfParts::addCopy(ObjectId object) {
  const ObjectId copy(program.objects.size());
  auto known = originals.find(object);
  originals[copy] = known == originals.end() ? object : known->second;
  program.objects.push_back(Object(program[object]));
  return copy;
}

ProgramOfParts &IterationTables::parts() {
  if (!madeParts)
    madeParts = makeParts(analysed.program);
  return *madeParts;
}

std::shared_ptr<const PointsTo> IterationTables::inside(const IterationKey &key,
                                                        const std::function<PointsTo()> &find) {
  if (!madeInside || madeFor != key) {
    madeInside = std::make_shared<const PointsTo>(find());
    madeFor = key;
  }
  return madeInside;
}

const PointerTables &IterationTables::pointerTables() {
  if (!madeTables)
    madeTables.emplace(analysed.program, analysed.pointsTo, analysed.effects);
  return *madeTables;
}

class IterationMemoryFinder {
public:
  IterationMemoryFinder(const AnalysedProgram &analysed, RegionId loop,
                        const std::vector<PrivateObject> &privates, const PrivateMemory &own,
                        IterationTables &tables, Budget &budget)
      : analysed(analysed), program(analysed.program), loop(loop), region(program[loop]), own(own),
        tables(tables), budget(budget), callees(calleesWithin(analysed, loop)),
        memory(new IterationMemory(analysed, region.function)) {
    for (const PrivateObject &each : privates)
      if (each.object.valid() && !each.place && !each.allocation.valid())
        copies.insert(each.object);
  }

  std::shared_ptr<const IterationMemory> find() {
    if (!collect())
      return nullptr;
    parts = &tables.parts();
    const CallContexts contexts(analysed, tables.parts(), ofLoop, reached, maxValuesInside);
    values = contexts.evaluated;
    noteContexts(contexts);
    memory->inside = tables.inside({loop, copies}, [&] {
      return findPointsTo(ProgramPart{parts->program, parts->allocators, values, contexts.computed,
                                      analysed.pointsTo,
                                      [&](ObjectId object) { return isNew(object); }});
    });
    findShared();
    if (std::any_of(copies.begin(), copies.end(),
                    [&](ObjectId object) { return shared.contains(object); }))
      return nullptr;
    findTouched(contexts);
    findSlots();
    return memory;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const Region &region;
  const PrivateMemory &own;
  IterationTables &tables;
  Budget &budget;
  const std::set<FunctionId> callees;
  std::set<ObjectId> copies;    ///< variables declared outside of which each part has its own
  std::set<FunctionId> reached; ///< functions that an iteration may call
  std::vector<ValueId> ofLoop;  ///< the values of an iteration that are the loop's own
  std::vector<ValueId> values;  ///< that an iteration evaluates
  const ProgramOfParts *parts = nullptr;
  std::set<ObjectId> shared; ///< new objects that other iterations may know
  std::shared_ptr<IterationMemory> memory;

  // What runs in an iteration.

  bool collect() {
    reached = reachedWithin(analysed, loop);
    if (program.values.size() > maxValuesOfAll || reached.contains(region.function))
      return false;
    for (ValueId value : valuesWithin(program, loop))
      if (!isOfStart(value))
        ofLoop.push_back(value);
    bool isMade =
        std::any_of(ofLoop.begin(), ofLoop.end(), [&](ValueId id) { return makesMore(id); });
    bool isPlainHead = std::all_of(ofLoop.begin(), ofLoop.end(), [&](ValueId id) {
      return contains(program, region.children[0], program[id].block) || !makesMore(id);
    });
    if (!isMade || !isPlainHead || hasCallsAtStart())
      return false;
    values = ofLoop;
    for (FunctionId callee : reached) {
      const std::vector<ValueId> inside = valuesWithin(program, program[callee].body);
      values.insert(values.end(), inside.begin(), inside.end());
      memory->isByAddress &= !analysed.effects.functions[callee.index()].isShortened;
      if (values.size() > maxValuesInside)
        return false;
    }
    return isClosed();
  }

  bool isOfStart(ValueId value) const {
    return region.init.valid() && contains(program, region.init, program[value].block);
  }

  /// It runs functions of the program, or allocates.
  bool makesMore(ValueId id) const {
    return program[id].op == Op::Call &&
           (analysed.pointsTo.callees.contains(id) || program[id].object.valid());
  }

  bool hasCallsAtStart() const {
    const std::vector<ValueId> all = valuesWithin(program, loop);
    return std::any_of(all.begin(), all.end(),
                       [&](ValueId id) { return isOfStart(id) && makesMore(id); });
  }

  /// All that counts is inside, and known.
  bool isClosed() {
    memory->isInside.resize(program.values.size());
    for (ValueId value : values)
      memory->isInside[value.index()] = true;
    return std::all_of(values.begin(), values.end(), [&](ValueId id) {
      const Instruction &value = program[id];
      bool isKnown = value.op != Op::Clobber && !analysed.pointsTo.unknownCalls.contains(id);
      return isKnown &&
             std::all_of(value.operands.begin(), value.operands.end(),
                         [&](ValueId operand) { return memory->isInside[operand.index()]; });
    });
  }

  void noteContexts(const CallContexts &contexts) {
    memory->copies = contexts.copies;
    memory->isEvaluated.resize(program.values.size());
    for (ValueId value : values)
      if (value.index() < program.values.size())
        memory->isEvaluated[value.index()] = true;
  }

  // Whose memory is it?

  /// It begins with each iteration.
  bool isNew(ObjectId id) const {
    if (analysed.pointsTo.isSpecial(id))
      return false;
    if (parts->originals.contains(id) || copies.contains(id))
      return true;
    const Object &object = program[id];
    if (!object.isAutomatic())
      return false;
    bool isInBody = object.owner == region.function && object.scope.valid() &&
                    contains(program, region.children[0], object.scope);
    return isInBody || callees.contains(object.owner);
  }

  bool isKept(ObjectId object) const {
    return isNew(object) && !memory->inside->escaped.contains(object);
  }

  bool isOwn(ObjectId object) const { return isKept(object) && !shared.contains(object); }

  struct Reading {
    Location place;
    uint64_t size;
    bool operator<(const Reading &other) const {
      return std::tie(place, size) < std::tie(other.place, other.size);
    }
  };

  std::set<Reading> read; ///< places where pointers may be read
  std::vector<std::optional<std::vector<ObjectId>>> keptBySet; ///< see keptIn

  std::set<Reading> readings() const {
    std::set<Reading> found;
    auto add = [&](const Location &place, uint64_t size) {
      found.insert({place, size == 0 ? static_cast<uint64_t>(unknownEnd) : size});
    };
    auto addWhole = [&](ObjectId object) {
      add({object, 0, 1, 0, unknownEnd}, static_cast<uint64_t>(unknownEnd));
    };
    for (ValueId id : values) {
      const Instruction &value = parts->program[id];
      if (value.op == Op::Load && mayHoldPointer(program, value.type))
        for (const Location &each : memory->inside->of(value.operands[0]))
          add(each, value.type.size);
      const LibraryFunction *library = libraryCalled(value);
      if (!library || !movesPointers(*library))
        continue;
      for (ValueId operand : value.operands)
        for (const Location &each : memory->inside->of(operand))
          addWhole(each.object);
      for (size_t i = 0; i < specialObjects; ++i)
        addWhole(memory->inside->special(static_cast<SpecialObject>(i)));
    }
    return found;
  }

  static bool movesPointers(const LibraryFunction &library) {
    return !library.copies.empty() || library.keepsArgument || library.cursor >= 0 ||
           library.hasInput || library.callsBack || library.escapes || library.readsWorld ||
           !library.streamBuffers.empty();
  }

  void findShared() {
    read = readings();
    auto isRead = [&](const HeldLocations &held) {
      return std::any_of(read.begin(), read.end(), [&](const Reading &each) {
        return mayOverlap(*memory->inside, held.place, held.size, each.place, each.size);
      });
    };
    auto sharesMore = [&](const HeldLocations &held) {
      bool grew = false;
      if (isOwn(held.place.object) || !holdsOwn(held) || !isRead(held))
        return false;
      for (ObjectId each : keptIn(held.set))
        grew |= shared.insert(each).second;
      return grew;
    };
    const std::vector<HeldLocations> &all = memory->inside->held;
    while (std::count_if(all.begin(), all.end(), sharesMore) != 0)
      ;
  }

  bool holdsOwn(const HeldLocations &held) {
    const std::vector<ObjectId> &kept = keptIn(held.set);
    return std::any_of(kept.begin(), kept.end(),
                       [&](ObjectId each) { return !shared.contains(each); });
  }

  /// Objects of a set of the part, of which that holds.
  const std::vector<ObjectId> &keptIn(uint32_t set) {
    keptBySet.resize(memory->inside->sets.size());
    std::optional<std::vector<ObjectId>> &kept = keptBySet[set];
    if (kept)
      return *kept;
    kept.emplace();
    for (const Location &each : memory->inside->sets[set])
      if (isKept(each.object))
        kept->push_back(each.object);
    return *kept;
  }

  /// By its name in the whole program.
  ObjectId nameOf(ObjectId object) const {
    auto second = parts->originals.find(object);
    return second == parts->originals.end() ? object : second->second;
  }

  void findTouched(const CallContexts &contexts) {
    auto note = [&](ValueId context, const std::vector<ValueId> &inContext) {
      TouchedObjects &touched = memory->touched[context];
      for (const auto &[place, origin] :
           touchedByValues(parts->program, *memory->inside, inContext))
        if (!isOwn(place.first))
          touched.emplace(std::pair(nameOf(place.first), place.second), origin);
    };
    note(ValueId(), values);
    for (const auto &[call, inCall] : contexts.inside)
      note(call, inCall);
    for (const LocationSet &set : memory->inside->sets) {
      std::set<ObjectId> &others = memory->sharedBySet.emplace_back();
      for (const Location &each : set)
        if (!isOwn(each.object))
          others.insert(nameOf(each.object));
    }
  }

  // Memory of others, but not of other iterations.

  /// Each is taken to be one that no two iterations find, until its slots say otherwise.
  void findSlots() {
    std::map<ObjectId, std::set<Reading>> slots;
    for (const std::set<ObjectId> &others : memory->sharedBySet)
      for (ObjectId each : others)
        if (mayBeInSlots(each) && !slots.contains(each))
          if (auto found = slotsOf(each)) {
            memory->inSlots.insert(each);
            slots[each] = std::move(*found);
          }
    while (std::erase_if(memory->inSlots, [&](ObjectId each) { return !areApart(slots[each]); }) !=
           0)
      ;
  }

  bool mayBeInSlots(ObjectId object) const {
    return !analysed.pointsTo.isSpecial(object) && program[object].kind == Object::Kind::Heap &&
           !analysed.pointsTo.escaped.contains(object);
  }

  /// Places, by their names in the whole program, where the loop finds pointers to blocks that were
  /// not allocated in the iteration; nothing if not all of them own what they hold.
  std::optional<std::set<Reading>> slotsOf(ObjectId object) {
    std::set<Reading> slots;
    for (const Reading &each : read)
      if (!isOwn(each.place.object) && mayHold(each, object)) {
        Reading slot = each;
        slot.place.object = nameOf(slot.place.object);
        if (analysed.pointsTo.isSpecial(slot.place.object) ||
            program[slot.place.object].isPlainScalar() ||
            !tables.pointerTables().isOwner(slot.place, slot.size))
          return std::nullopt;
        slots.insert(slot);
      }
    return slots;
  }

  bool mayHold(const Reading &place, ObjectId object) const {
    return std::any_of(
        memory->inside->held.begin(), memory->inside->held.end(), [&](const HeldLocations &held) {
          const LocationSet &set = memory->inside->sets[held.set];
          return std::any_of(set.begin(), set.end(),
                             [&](const Location &each) {
                               return !isOwn(each.object) && nameOf(each.object) == object;
                             }) &&
                 mayOverlap(*memory->inside, held.place, held.size, place.place, place.size);
        });
  }

  /// No two iterations touch the same one of these places, not even to read it. Those in blocks
  /// that are in slots themselves are one iteration's: the first block that two of them find would
  /// have been found in two places.
  bool areApart(const std::set<Reading> &slots) {
    PrivateMemory begun; // with each iteration
    begun.callees = callees;
    std::copy_if(own.objects.begin(), own.objects.end(),
                 std::inserter(begun.objects, begun.objects.end()),
                 [&](ObjectId each) { return isNew(each); });
    begun.made = memory;
    const Viewpoint view = acrossIterations(program, analysed.effects, region.function, loop);
    DependenceFinder finder(program, analysed.pointsTo, analysed.effects, budget, region.function,
                            &tables.decided());
    std::vector<AccessGroup> groups = finder.groups(loop, view, begun);
    std::erase_if(groups, [&](const AccessGroup &group) { return !touches(group, slots); });
    for (AccessGroup &group : groups)
      group.sample.isWrite = true;
    // By restrict, two pointers may lead to one place that is only read.
    return std::none_of(groups.begin(), groups.end(),
                        [&](const AccessGroup &group) { return isRestrict(group.sample.base); }) &&
           finder.carried(groups, view, begun, 1).empty();
  }

  bool isRestrict(const Base &base) const {
    return base.kind == Base::Kind::Symbol && analysed.effects[base.symbol].isRestrict;
  }

  bool touches(const AccessGroup &group, const std::set<Reading> &slots) const {
    for (const Location &target : group.targets)
      for (const Reading &slot : slots)
        if (mayOverlap(analysed.pointsTo, target, reachOf(group.sample), slot.place, slot.size))
          return true;
    return false;
  }
};

std::shared_ptr<const IterationMemory>
findIterationMemory(const AnalysedProgram &analysed, RegionId loop,
                    const std::vector<PrivateObject> &privates, const PrivateMemory &own,
                    IterationTables &tables, Budget &budget) {
  return IterationMemoryFinder(analysed, loop, privates, own, tables, budget).find();
}

} // namespace kasuri
