#include "analysis/pointers/PointsTo.h"

#include <algorithm>
#include <numeric>

namespace kasuri {

bool mayOverlap(const PointsTo &pointsTo, const Location &a, uint64_t sizeA, const Location &b,
                uint64_t sizeB) {
  if (a.object != b.object)
    return pointsTo.sameMemory(a.object, b.object);
  auto end = [](const Location &location, uint64_t size) {
    __int128 last = location.stride == 0 ? location.offset : location.high;
    __int128 reach = static_cast<__int128>(location.offset) + size;
    return location.stride == 0 ? reach : std::max(last, reach);
  };
  if (end(a, sizeA) <= b.offset || end(b, sizeB) <= a.offset)
    return false;
  int64_t stride = std::gcd(a.stride, b.stride);
  if (stride == 0 || sizeA >= static_cast<uint64_t>(stride) ||
      sizeB >= static_cast<uint64_t>(stride))
    return true;
  int64_t distance = ((b.offset - a.offset) % stride + stride) % stride;
  return distance < static_cast<int64_t>(sizeA) || stride - distance < static_cast<int64_t>(sizeB);
}

std::set<ObjectId> PointsTo::namesOf(ObjectId object) const {
  std::set<ObjectId> names;
  std::vector<ObjectId> pending = {object};
  while (!pending.empty()) {
    const ObjectId next = pending.back();
    pending.pop_back();
    if (!names.insert(next).second)
      continue;
    if (auto more = otherNames.find(next); more != otherNames.end())
      pending.insert(pending.end(), more->second.begin(), more->second.end());
  }
  return names;
}

bool PointsTo::mayBeIn(const LocationSet &set, ObjectId object) const {
  return anyIn(set, object, [&](const Location &each) { return sameMemory(each.object, object); });
}

void merge(LocationSet &set, const LocationSet &added) {
  LocationSet both;
  std::set_union(set.begin(), set.end(), added.begin(), added.end(), std::back_inserter(both));
  set = std::move(both);
}

bool mayHoldPointer(const Program &program, const ValueType &type) {
  bool isNumber = type.kind == ValueType::Kind::Integer || type.kind == ValueType::Kind::Floating;
  return !isNumber || type.size >= program.pointerBytes || type.size <= 1;
}

} // namespace kasuri
