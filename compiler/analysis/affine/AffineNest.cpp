#include "analysis/affine/AffineNest.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

static void addTo(std::map<size_t, int64_t> &sum, const std::map<size_t, int64_t> &terms,
                  int64_t factor) {
  for (const auto &[number, coefficient] : terms)
    if ((sum[number] += factor * coefficient) == 0)
      sum.erase(number);
}

void AffineForm::add(const AffineForm &other, int64_t factor) {
  constant += factor * other.constant;
  addTo(loops, other.loops, factor);
  addTo(parameters, other.parameters, factor);
}

std::optional<int64_t> AffineLoop::fixedTrips() const {
  if (!distance.isConstant())
    return std::nullopt;
  return std::max<int64_t>(0, (distance.constant + stride - 1) / stride);
}

bool AffineNest::hasPointers() const {
  return std::any_of(arrays.begin(), arrays.end(), [](const AffineArray &array) {
    return !array.isVariable || !array.expandedIn.empty();
  });
}

bool AffineNest::isWritten(size_t array) const {
  for (const AffineStatement &statement : statements)
    for (const AffineAccess &access : statement.accesses)
      if (access.array == array && access.isWrite)
        return true;
  return false;
}

std::vector<AffineForm> subscriptsIn(const std::vector<size_t> &loops) {
  std::vector<AffineForm> subscripts;
  for (size_t loop : loops)
    subscripts.push_back({0, {{loop, 1}}, {}});
  return subscripts;
}

std::vector<WholeSteps> AffineNest::wholeSteps() const {
  std::vector<WholeSteps> all;
  for (const AffineStatement &each : statements) {
    const AffineForm &distance = loops[each.loops.back()].distance;
    if (!each.part || distance.isConstant() || !distance.loops.empty())
      continue;
    const WholeSteps its{distance, each.part->step};
    if (std::find(all.begin(), all.end(), its) == all.end())
      all.push_back(its);
  }
  return all;
}

std::vector<ValueId> valuesOf(const Program &program, const AffineStatement &statement) {
  std::vector<ValueId> values;
  for (RegionId each : siblings(program, statement.first, statement.last)) {
    const std::vector<ValueId> inside = valuesWithin(program, each);
    values.insert(values.end(), inside.begin(), inside.end());
  }
  return values;
}

size_t AffineNest::depth() const {
  size_t depth = 0;
  for (const AffineStatement &each : statements)
    depth = std::max(depth, each.loops.size());
  return depth;
}

} // namespace kasuri
