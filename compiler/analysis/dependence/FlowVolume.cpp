#include "analysis/dependence/FlowVolume.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isComparable(const Footprint &a, const Footprint &b) {
  return a.base == b.base && a.window.isKnown && b.window.isKnown &&
         a.window.fixed == b.window.fixed;
}

int64_t lengthOf(const Window &window) { return window.high - window.low; }

/// May they be the same memory, whatever the offsets?
bool mayShare(const Footprint &a, const Footprint &b, Budget &budget) {
  budget.spend(1);
  if (a.base == b.base)
    return true;
  auto x = a.objects.begin();
  auto y = b.objects.begin();
  while (x != a.objects.end() && y != b.objects.end() && *x != *y) {
    budget.spend(1);
    ++(*x < *y ? x : y);
  }
  return x != a.objects.end() && y != b.objects.end();
}

/// Bytes that lie in one of the windows.
int64_t lengthOfUnion(std::vector<std::pair<int64_t, int64_t>> windows) {
  std::sort(windows.begin(), windows.end());
  int64_t sum = 0, end = windows.empty() ? 0 : windows.front().first;
  for (const auto &[low, high] : windows) {
    sum += std::max<int64_t>(0, high - std::max(low, end));
    end = std::max(end, high);
  }
  return sum;
}

/// An access to an object touches nothing outside of it.
Window withinObject(const Program &program, const PointsTo &pointsTo, const Base &base,
                    Window window) {
  if (base.kind != Base::Kind::Object || pointsTo.isSpecial(base.object) ||
      program[base.object].type.size == 0)
    return window;
  const auto size = static_cast<int64_t>(program[base.object].type.size);
  if (!window.isKnown || lengthOf(window) > size)
    return {.isKnown = true, .fixed = {}, .low = 0, .high = size};
  return window;
}

std::vector<ObjectId> objectsOf(const PointsTo &pointsTo, const Locations &locations) {
  std::vector<ObjectId> objects; // sorted, as the locations are
  for (const Location &each : locations)
    if (!pointsTo.isSpecial(each.object) && (objects.empty() || objects.back() != each.object))
      objects.push_back(each.object);
  return objects;
}

void addObjects(std::vector<ObjectId> &objects, const std::vector<ObjectId> &added) {
  const std::vector<ObjectId> before = std::move(objects);
  objects.clear();
  std::set_union(before.begin(), before.end(), added.begin(), added.end(),
                 std::back_inserter(objects));
}

} // namespace

std::vector<Footprint> joined(const std::vector<Footprint> &footprints) {
  using Key = std::tuple<Base, bool, Linear, int64_t, int64_t>;
  std::map<Key, size_t> known;
  std::vector<Footprint> result;
  for (const Footprint &each : footprints) {
    const Window window = each.window.isKnown ? each.window : Window();
    auto [place, isNew] = known.emplace(
        Key{each.base, window.isKnown, window.fixed, window.low, window.high}, result.size());
    if (isNew)
      result.push_back(each);
    else
      addObjects(result[place->second].objects, each.objects);
  }
  return result;
}

Footprints footprintsOf(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                        const Viewpoint &view, const std::vector<AccessGroup> &groups) {
  // A range whose length is not known is counted by a symbol of its own.
  auto keep = [&](SymbolId symbol) { return view.isShared(symbol) && !effects[symbol].isByte; };
  Footprints all;
  for (const AccessGroup &group : groups) {
    const Access &sample = group.sample;
    (sample.isWrite ? all.written : all.read)
        .push_back({sample.base,
                    withinObject(program, pointsTo, sample.base, windowOf(effects, sample, keep)),
                    objectsOf(pointsTo, group.targets)});
  }
  return {joined(all.written), joined(all.read)};
}

Budget flowBudget(const std::vector<Footprints> &statements) {
  size_t places = 0;
  for (const Footprints &each : statements)
    places += each.written.size() + each.read.size();
  return Budget(200'000 + 32 * places);
}

uint64_t flowBytes(const Footprints &from, const Footprints &to, Budget &budget) {
  std::map<std::pair<Base, Linear>, std::vector<std::pair<int64_t, int64_t>>> carried;
  for (const Footprint &write : from.written)
    for (const Footprint &read : to.read) {
      if (budget.refuses())
        return 0;
      if (!mayShare(write, read, budget))
        continue;
      const bool isByRead =
          read.window.isKnown &&
          (!write.window.isKnown || lengthOf(read.window) <= lengthOf(write.window));
      const Footprint &narrow = isByRead ? read : write;
      int64_t low = narrow.window.low, high = narrow.window.high;
      if (isComparable(write, read)) {
        low = std::max(write.window.low, read.window.low);
        high = std::min(write.window.high, read.window.high);
      }
      if (narrow.window.isKnown && low < high)
        carried[{narrow.base, narrow.window.fixed}].emplace_back(low, high);
    }
  uint64_t bytes = 0;
  for (const auto &[place, windows] : carried)
    bytes += static_cast<uint64_t>(lengthOfUnion(windows));
  return bytes;
}

} // namespace kasuri
