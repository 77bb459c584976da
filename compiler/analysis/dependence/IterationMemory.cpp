#include "analysis/dependence/IterationMemory.h"

#include "analysis/symbolic/Touches.h"

#include <algorithm>

namespace kasuri {

/// May it touch memory of this object that other iterations know?
bool IterationMemory::mayTouch(const Access &access, ObjectId object) const {
  const PointsTo &pointsTo = analysed->pointsTo;
  const bool isObject = access.base.kind == Base::Kind::Object;
  const bool isKnown = !access.isOpaque && access.at.valid() && isInside[access.at.index()] &&
                       !(isObject && pointsTo.isSpecial(access.base.object));
  if (!isKnown)
    return true;
  if (isObject || !isByAddress) {
    const TouchedObjects &all = touched.at(contextOf(access.at));
    return std::any_of(all.begin(), all.end(), [&](const auto &each) {
      return each.first.second == access.isWrite && !inSlots.contains(each.first.first) &&
             pointsTo.sameMemory(each.first.first, object);
    });
  }
  if (!access.address.valid() || !isInside[access.address.index()] ||
      pointsTo.of(access.address).empty())
    return true;
  const std::vector<ValueId> names = namesInside(access.at, access.address);
  return std::any_of(names.begin(), names.end(), [&](ValueId name) {
    const std::set<ObjectId> &others = sharedBySet[inside->targets[name.index()]];
    return std::any_of(others.begin(), others.end(), [&](ObjectId each) {
      return !inSlots.contains(each) && pointsTo.sameMemory(each, object);
    });
  });
}

ValueId IterationMemory::contextOf(ValueId value) const {
  return copies.contains(value) ? value : ValueId();
}

/// What an address is called that a value of the loop, or what is called there, gets to; where the
/// access is not known to be one of that, all that it is called anywhere.
std::vector<ValueId> IterationMemory::namesInside(ValueId at, ValueId address) const {
  std::vector<ValueId> names;
  auto addCopy = [&](const ValueCopies &inCall) {
    if (auto copy = inCall.find(address); copy != inCall.end())
      names.push_back(copy->second);
  };
  if (isEvaluated[address.index()])
    names.push_back(address);
  if (auto call = copies.find(at); call != copies.end())
    addCopy(call->second);
  const Program &program = analysed->program;
  if (names.empty() || program[program[at].block].function != function)
    for (const auto &[call, inCall] : copies)
      addCopy(inCall);
  return names;
}

Locations IterationMemory::shared(const Access &access, const Locations &locations) const {
  LocationSet left;
  std::copy_if(locations.begin(), locations.end(), std::back_inserter(left),
               [&](const Location &each) { return mayTouch(access, each.object); });
  return left.size() == locations.size() ? locations : Locations(std::move(left));
}

bool IterationMemory::isOwn(const Access &access) const {
  return shared(access, locationsOf(analysed->effects, analysed->pointsTo, access)).empty();
}

bool IterationMemory::isInSlot(const Access &access) const {
  const Locations all = locationsOf(analysed->effects, analysed->pointsTo, access);
  return std::any_of(all.begin(), all.end(), [&](const Location &location) {
    return std::any_of(inSlots.begin(), inSlots.end(), [&](ObjectId each) {
      return analysed->pointsTo.sameMemory(each, location.object);
    });
  });
}

bool IterationMemory::isSame(ValueId a, ValueId b) const {
  if (a == b || !a.valid() || !b.valid() || !isInside[a.index()] || !isInside[b.index()])
    return a == b;
  auto isSameIn = [&](const auto &inCall) {
    auto copyOfA = inCall.second.find(a), copyOfB = inCall.second.find(b),
         none = inCall.second.end();
    return copyOfA == none || copyOfB == none ? copyOfA == copyOfB
                                              : inside->targets[copyOfA->second.index()] ==
                                                    inside->targets[copyOfB->second.index()];
  };
  return isEvaluated[a.index()] == isEvaluated[b.index()] &&
         inside->targets[a.index()] == inside->targets[b.index()] &&
         std::all_of(copies.begin(), copies.end(), isSameIn);
}

} // namespace kasuri
