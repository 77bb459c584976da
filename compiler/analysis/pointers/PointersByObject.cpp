// Different objects are the same memory only if one is special, or both are of the unseen
// (PointsTo::sameMemory). So besides the sets that the object is in, those with a special object
// are looked at, and all sets if the object itself is one of these.
#include "analysis/pointers/PointersByObject.h"

#include <algorithm>

namespace kasuri {

PointersByObject::PointersByObject(const Program &program, const PointsTo &pointsTo)
    : moved(pointsTo.sets.size()), plain(program.objects.size()),
      addresses(program.objects.size()) {
  for (size_t i = 0; i < program.values.size(); ++i) {
    const Instruction &value = program.values[i];
    if (!value.block.valid())
      continue;
    if (value.op == Op::Load)
      moved[pointsTo.targets[i]].emplace_back(i);
    else if (value.op == Op::Store)
      moved[pointsTo.targets[value.operands[1].index()]].emplace_back(i);
    else if (value.op == Op::Address && value.object.index() < addresses.size())
      addresses[value.object.index()].emplace_back(i);
  }
  for (uint32_t set = 0; set < moved.size(); ++set) {
    const LocationSet &locations = pointsTo.sets[set];
    if (moved[set].empty() || locations.empty())
      continue;
    used.push_back(set);
    if (pointsTo.isSpecial(locations.back().object)) {
      special.push_back(set);
      continue;
    }
    for (const Location &each : locations)
      if (std::vector<uint32_t> &of = plain[each.object.index()]; of.empty() || of.back() != set)
        of.push_back(set);
  }
}

bool PointersByObject::anyMoved(const PointsTo &pointsTo, ObjectId object,
                                llvm::function_ref<bool(ValueId)> isIt) const {
  auto isOneMoved = [&](uint32_t set) {
    return pointsTo.mayBeIn(pointsTo.sets[set], object) &&
           std::any_of(moved[set].begin(), moved[set].end(), isIt);
  };
  auto isIn = [&](const std::vector<uint32_t> &sets) {
    return std::any_of(sets.begin(), sets.end(), isOneMoved);
  };
  if (pointsTo.isSpecial(object) || pointsTo.mayBeOthers(object))
    return isIn(used);
  return isIn(plain[object.index()]) || isIn(special);
}

bool PointersByObject::anyAddress(ObjectId object, llvm::function_ref<bool(ValueId)> isIt) const {
  const std::vector<ValueId> &known = addresses[object.index()];
  return std::any_of(known.begin(), known.end(), isIt);
}

} // namespace kasuri
