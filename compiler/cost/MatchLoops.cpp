#include "cost/MatchLoops.h"

#include "graph/LoopNames.h"
#include "model/Regions.h"

namespace kasuri {
namespace {

/// The loops in the branches that have a version that Kasuri has written.
std::set<RegionId> replacedLoops(const Program &program) {
  std::set<RegionId> replaced;
  for (size_t i = 0; i < program.regions.size(); ++i) {
    if (program.regions[i].kind != Region::Kind::Loop || !isGenerated(program, RegionId(i)))
      continue;
    RegionId choice = program.regions[i].parent;
    while (choice.valid() && program[choice].kind != Region::Kind::Branch)
      choice = program[choice].parent;
    if (choice.valid())
      for (RegionId each : regionsWithin(program, choice))
        if (program[each].kind == Region::Kind::Loop)
          replaced.insert(each);
  }
  return replaced;
}

} // namespace

LoopMatcher::LoopMatcher(const Program &program)
    : named(loopsByName(program)), replaced(replacedLoops(program)) {}

size_t LoopMatcher::match(const Profile &profile, std::vector<std::string> &unknown) {
  size_t known = 0;
  for (const ProfileLoop &each : profile.loops) {
    auto found = named.find(each.name);
    if (found == named.end()) {
      unknown.push_back(each.name);
      continue;
    }
    ++known;
    if (replaced.contains(found->second))
      continue;
    MeasuredLoop &sum = sums[found->second];
    sum.loop = found->second;
    sum.entries += each.entries;
    sum.iterations += each.iterations;
    sum.totalNs += each.totalNs;
  }
  profiles += profile.loops.empty() ? 0 : 1;
  return known;
}

std::vector<MeasuredLoop> LoopMatcher::take() const {
  std::vector<MeasuredLoop> means;
  for (const auto &[loop, sum] : sums)
    means.push_back(
        {loop, sum.entries / profiles, sum.iterations / profiles, sum.totalNs / profiles});
  return means;
}

} // namespace kasuri
