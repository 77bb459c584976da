#include "analysis/access/calls/JoinedAccesses.h"

#include "analysis/access/calls/MapCalls.h"
#include "analysis/access/values/RecordAccesses.h"
#include "analysis/symbolic/Touches.h"

namespace kasuri {
namespace {

/// Of functions whose summaries are complete, which do not change any more.
const JoinedAccesses &joinedOf(WalkContext &walk, const std::vector<FunctionId> &callees) {
  std::shared_ptr<const JoinedAccesses> &known = walk.summaries.joined[callees];
  if (!known) {
    JoinedAccesses made;
    for (FunctionId callee : callees)
      made.add(walk, walk.effects.functions[callee.index()].summary);
    known = std::make_shared<const JoinedAccesses>(std::move(made));
  }
  return *known;
}

} // namespace

void JoinedAccesses::add(const WalkContext &walk, const std::vector<Access> &accesses) {
  for (const Access &access : accesses)
    for (Access &part : splitByObject(walk.program, walk.effects, walk.pointsTo, access)) {
      part.writtenBefore.clear();
      Key key{part.base.object, part.isWrite, part.isOpaque, part.reason, part.isLast};
      auto [place, isNew] = known.emplace(key, parts.size());
      if (isNew)
        parts.push_back(std::move(part));
      else
        parts[place->second].isCovered &= part.isCovered;
    }
}

bool recordJoined(WalkContext &walk, ValueId call, const std::vector<FunctionId> &callees,
                  WalkState &state) {
  std::vector<FunctionId> ready;
  std::set<const std::vector<Access> *> lists; // one that callees share counts once
  std::vector<const std::vector<Access> *> growing;
  size_t total = 0;
  for (FunctionId callee : callees) {
    const std::vector<Access> &known = knownOf(walk, callee);
    if (!lists.insert(&known).second)
      continue;
    total += known.size();
    if (walk.summaries.isReady[callee.index()])
      ready.push_back(callee);
    else
      growing.push_back(&known);
  }
  if (callees.size() < 2 || total <= longestSummary)
    return false;
  JoinedAccesses joined = joinedOf(walk, ready);
  for (const std::vector<Access> *each : growing)
    joined.add(walk, *each);
  for (Access access : joined.all()) {
    access.at = call;
    access.isCoveredInCallee = std::exchange(access.isCovered, false);
    access.mayBeSkipped = true;
    access.premise = {};
    access.condition = {};
    record(walk, std::move(access), state);
  }
  walk.result.joinedCalls.insert(call);
  return true;
}

} // namespace kasuri
