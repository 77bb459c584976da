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
    MeasuredLoop &sum = (profile.samples > 0 ? sampled : sums)[found->second];
    sum.loop = found->second;
    sum.entries += each.entries;
    sum.iterations += each.iterations;
    sum.totalNs += each.totalNs;
    sum.isSampled = profile.samples > 0;
  }
  if (!profile.loops.empty())
    ++(profile.samples > 0 ? sampledProfiles : profiles);
  return known;
}

std::vector<MeasuredLoop> LoopMatcher::take() const {
  const double number = profiles > 0 ? profiles : sampledProfiles;
  std::vector<MeasuredLoop> means;
  for (const auto &[loop, sum] : profiles > 0 ? sums : sampled)
    means.push_back(
        {loop, sum.entries / number, sum.iterations / number, sum.totalNs / number, sum.isSampled});
  return means;
}

} // namespace kasuri
