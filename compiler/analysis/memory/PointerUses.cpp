// A copy takes the place of memory only if nobody can tell the two apart by their addresses: none
// may be compared with that of other memory, made a number, or be kept where it outlives the copy.
#include "analysis/memory/PointerUses.h"
#include "analysis/pointers/CallEffects.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

PointerUses::PointerUses(const AnalysedProgram &analysed, RegionId loop, std::set<ObjectId> objects,
                         std::vector<RegionId> behind)
    : analysed(analysed), program(analysed.program), loop(loop),
      callees(calleesWithin(analysed, loop)), objects(std::move(objects)),
      behind(std::move(behind)) {}

bool PointerUses::pointsIn(ValueId value) const {
  const LocationSet &targets = analysed.pointsTo.of(value);
  return std::any_of(objects.begin(), objects.end(),
                     [&](ObjectId object) { return analysed.pointsTo.mayBeIn(targets, object); });
}

bool PointerUses::isInLoop(ValueId value) const {
  const Subtrees &below = analysed.places.below;
  const Subtrees::Span all = below.regionsOf(loop);
  const size_t block = below.regionsOf(program[value].block).begin;
  return all.begin <= block && block < all.end && !isWithin(program, behind, value);
}

std::vector<ValueId> PointerUses::inLoop() const {
  std::vector<ValueId> values = valuesWithin(program, loop);
  std::erase_if(values, [&](ValueId id) { return isWithin(program, behind, id); });
  return values;
}

std::vector<ValueId> PointerUses::inCallees() const {
  std::vector<ValueId> values;
  for (FunctionId callee : callees) {
    const std::vector<ValueId> inside = valuesWithin(program, program[callee].body);
    values.insert(values.end(), inside.begin(), inside.end());
  }
  return values;
}

bool PointerUses::isRecursive() const {
  return reachedWithin(analysed, loop).contains(program[loop].function);
}

/// All memory that such a pointer was ever stored to, or is read from.
const std::set<ObjectId> &PointerUses::holdersOf() {
  if (holders)
    return *holders;
  holders.emplace();
  std::vector<std::optional<bool>> known(analysed.pointsTo.sets.size());
  auto leadsThere = [&](ValueId value) {
    std::optional<bool> &isKnown = known[analysed.pointsTo.targets[value.index()]];
    if (!isKnown)
      isKnown = pointsIn(value);
    return *isKnown;
  };
  for (size_t i = 0; i < program.values.size(); ++i) {
    const Instruction &value = program.values[i];
    bool isHeld = (value.op == Op::Load && leadsThere(ValueId(i))) ||
                  (value.op == Op::Store && leadsThere(value.operands[1]));
    if (!isHeld)
      continue;
    for (const Location &each : analysed.pointsTo.of(value.operands[0]))
      holders->insert(each.object);
  }
  return *holders;
}

/// Places that may hold such a pointer.
const std::vector<HeldLocations> &PointerUses::heldAt() {
  if (held)
    return *held;
  held.emplace();
  const PointsTo &pointsTo = analysed.pointsTo;
  for (const HeldLocations &each : pointsTo.held)
    if (std::any_of(objects.begin(), objects.end(), [&](ObjectId object) {
          return pointsTo.mayBeIn(pointsTo.sets[each.set], object);
        }))
      held->push_back(each);
  return *held;
}

/// At one of these addresses or behind it, in the same object.
bool PointerUses::isHeldFrom(const LocationSet &addresses) {
  auto isThere = [&](const HeldLocations &each) {
    return std::any_of(addresses.begin(), addresses.end(), [&](const Location &address) {
      return mayOverlap(analysed.pointsTo, each.place, each.size, address, unknownEnd);
    });
  };
  return std::any_of(heldAt().begin(), heldAt().end(), isThere);
}

/// Byte by byte, from or to memory that holds some.
bool PointerUses::copiesPointers(const Instruction &call) {
  return std::any_of(call.operands.begin(), call.operands.end(), [&](ValueId operand) {
    const LocationSet &targets = analysed.pointsTo.of(operand);
    return isHeldFrom(targets) &&
           std::any_of(holdersOf().begin(), holdersOf().end(),
                       [&](ObjectId holder) { return analysed.pointsTo.mayBeIn(targets, holder); });
  });
}

/// strtol and its like, which leave a pointer where that argument points: in variables that begin
/// with each iteration.
bool PointerUses::leavesInside(const Instruction &call, int argument) const {
  const auto place = static_cast<size_t>(argument);
  if (call.type.kind == ValueType::Kind::Pointer || place >= call.operands.size())
    return false;
  const LocationSet &targets = analysed.pointsTo.of(call.operands[place]);
  return std::all_of(targets.begin(), targets.end(), [&](const Location &target) {
    if (analysed.pointsTo.isSpecial(target.object))
      return false;
    const Object &object = program[target.object];
    const bool isOfLoop = object.owner == program[loop].function && object.scope.valid() &&
                          contains(program, loop, object.scope);
    return object.isAutomatic() && (isOfLoop || callees.contains(object.owner));
  });
}

bool PointerUses::isLeftOutside(ValueId id) const {
  const Instruction &call = program[id];
  const LibraryFunction *library = libraryCalled(call);
  return library && library->returned > 0 && call.type.kind != ValueType::Kind::Pointer &&
         pointsIn(call.operands[0]) && !leavesInside(call, library->returned);
}

bool PointerUses::isHarmless(const Instruction &call) const {
  const LibraryFunction *library = libraryCalled(call);
  return library && (library->returned <= 0 || leavesInside(call, library->returned)) &&
         !library->frees && !library->escapes && !library->keepsArgument && library->cursor < 0 &&
         !library->callsBack && library->streamBuffers.empty();
}

bool PointerUses::isCopy(ValueId id) const {
  const LibraryFunction *library = libraryCalled(program[id]);
  return library && !library->copies.empty() && !library->growsArgument;
}

bool PointerUses::areCopiedIn(RegionId region) {
  const PlacesInProgram &places = analysed.places;
  const std::vector<size_t> calls = places.libraryCalls.allIn(places.below.valuesOf(region));
  return std::any_of(calls.begin(), calls.end(), [&](size_t position) {
    const ValueId id = places.below.values()[position];
    return !isWithin(program, behind, id) && isCopy(id) && copiesPointers(program[id]);
  });
}

bool PointerUses::areCopied() {
  return areCopiedIn(loop) || std::any_of(callees.begin(), callees.end(), [&](FunctionId each) {
           return areCopiedIn(program[each].body);
         });
}

bool PointerUses::decides(ValueId id, bool isThere) const {
  const Instruction &value = program[id];
  auto isIn = [&](ValueId operand) { return pointsIn(operand); };
  if (!std::any_of(value.operands.begin(), value.operands.end(), isIn))
    return false;
  bool hasOther = std::any_of(value.operands.begin(), value.operands.end(), [&](ValueId operand) {
    return !isIn(operand) && !(isThere && isZero(program, operand));
  });
  if (value.op == Op::Call)
    return !analysed.pointsTo.callees.contains(id) && !isHarmless(value);
  return (value.op == Op::Compare && hasOther) || value.op == Op::Opaque ||
         (value.op == Op::Select && isIn(value.operands[0]) && !isThere) ||
         (value.op == Op::Convert && value.type.kind == ValueType::Kind::Integer);
}

bool PointerUses::isLookedAt(bool isThere) {
  std::vector<ValueId> values = inLoop(), others = inCallees();
  values.insert(values.end(), others.begin(), others.end());
  std::vector<RegionId> regions = regionsWithin(program, loop);
  for (FunctionId callee : callees) {
    const std::vector<RegionId> parts = regionsWithin(program, program[callee].body);
    regions.insert(regions.end(), parts.begin(), parts.end());
  }
  bool isTested = std::any_of(regions.begin(), regions.end(), [&](RegionId each) {
    ValueId condition = program[each].conditionValue;
    return condition.valid() && pointsIn(condition);
  });
  return (isTested && !isThere) || areCopied() ||
         std::any_of(values.begin(), values.end(),
                     [&](ValueId id) { return decides(id, isThere); });
}

bool PointerUses::isInner(ValueId address, bool isInLoop) const {
  auto isOwn = [&](ObjectId id) {
    const Object &object = program[id];
    if (!object.isAutomatic())
      return false;
    return object.owner == program[loop].function
               ? object.scope.valid() && contains(program, loop, object.scope)
               : callees.contains(object.owner);
  };
  const Instruction &place = program[address];
  if (place.op == Op::Address && (!isInLoop || isOwn(place.object)))
    return program[place.object].isAutomatic();
  const LocationSet &targets = analysed.pointsTo.of(address);
  return !targets.empty() && std::ranges::all_of(targets, [&](const Location &each) {
    return !analysed.pointsTo.isSpecial(each.object) && isOwn(each.object);
  });
}

} // namespace kasuri
