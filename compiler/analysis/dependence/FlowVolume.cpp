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
bool mayShare(const PointsTo &pointsTo, const Footprint &a, const Footprint &b) {
  if (a.base == b.base)
    return true;
  auto isIn = [&](const Location &x) {
    return !pointsTo.isSpecial(x.object) &&
           std::any_of(b.targets.begin(), b.targets.end(),
                       [&](const Location &y) { return x.object == y.object; });
  };
  return std::any_of(a.targets.begin(), a.targets.end(), isIn);
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

} // namespace

std::vector<Footprint> footprintsOf(const Program &program, const PointsTo &pointsTo,
                                    const Effects &effects, const Viewpoint &view,
                                    const std::vector<AccessGroup> &groups) {
  // A range whose length is not known is counted by a symbol of its own.
  auto keep = [&](SymbolId symbol) { return view.isShared(symbol) && !effects[symbol].isByte; };
  std::vector<Footprint> all;
  for (const AccessGroup &group : groups) {
    const Access &sample = group.sample;
    all.push_back({sample.base, sample.isWrite,
                   withinObject(program, pointsTo, sample.base, windowOf(effects, sample, keep)),
                   group.targets});
  }
  return all;
}

uint64_t flowBytes(const PointsTo &pointsTo, const std::vector<Footprint> &from,
                   const std::vector<Footprint> &to) {
  std::map<std::pair<Base, Linear>, std::vector<std::pair<int64_t, int64_t>>> carried;
  for (const Footprint &write : from)
    for (const Footprint &read : to) {
      if (!write.isWrite || read.isWrite || !mayShare(pointsTo, write, read))
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
