// What a function's callers have to know of it.
//
// The summary holds each access once that looks the same to a caller (CallerView.cpp). Beside the
// accesses it holds what the function surely writes, the values that it leaves where a caller can
// look them up, and when it may not return. A summary that grows too long tells only bases apart,
// or if that is still too long, only objects.
#include "analysis/access/flow/FunctionSummary.h"

#include "analysis/access/calls/BranchPremises.h"
#include "analysis/access/calls/JoinedAccesses.h"
#include "analysis/access/flow/CallerView.h"
#include "analysis/access/values/Products.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Coverage.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// Otherwise than for want of memory.
bool mayEnd(const WalkContext &walk, ValueId value) {
  auto leaves = [&](FunctionId callee) {
    return walk.effects.functions[callee.index()].mayNotReturn;
  };
  return mayNotReturn(walk.program, walk.pointsTo, value, leaves) &&
         !walk.effects.memoryExits.isOrderly(walk.program, value);
}

/// Of two reads that look the same to a caller: what is known of both.
void joinCoverage(Access &same, const Access &other) {
  if (same.isCovered)
    same.writtenBefore = other.writtenBefore;
  else if (!other.isCovered)
    same.writtenBefore.eraseIf([&](const WrittenBytes &bytes) {
      return std::ranges::find(other.writtenBefore, bytes) == other.writtenBefore.end();
    });
  same.isCovered &= other.isCovered;
}

/// Each base and each set of targets once, in its whole length.
void shortenSummary(WalkContext &walk) {
  walk.result.isShortened = true;
  using Key = std::tuple<Base, bool, bool, ObstacleKind, bool, const LocationSet *>;
  std::map<Key, size_t> known;
  std::vector<Access> shorter;
  for (Access &access : walk.result.summary) {
    access.offset = Linear();
    access.size = access.unit = 0;
    access.confined.drop();
    access.isMust = access.isText = false;
    access.mayBeSkipped = true;
    access.premise = {};
    access.effective = {};
    access.condition = {};
    const LocationSet *targets =
        access.address.valid() ? &walk.pointsTo.of(access.address) : nullptr;
    Key key{access.base, access.isWrite, access.isOpaque, access.reason, access.isLast, targets};
    auto [place, isNew] = known.emplace(key, shorter.size());
    if (isNew) {
      shorter.push_back(std::move(access));
      continue;
    }
    joinCoverage(shorter[place->second], access);
    walk.result.summaryParts.push_back({shorter[place->second].origin, ValueId(), access.origin});
  }
  if (shorter.size() <= longestSummary) {
    walk.result.summary = std::move(shorter);
    return;
  }
  JoinedAccesses joined;
  joined.add(walk, shorter);
  walk.result.summary = joined.all();
}

/// Accesses with the same key look the same to a caller.
using SummaryKey =
    std::tuple<Base, Linear, uint64_t, bool, bool, bool, bool, ObstacleKind, bool, ValueId,
               EffectiveType, bool, Linear, int64_t, CompactList<std::pair<Linear, int64_t>>>;

SummaryKey keyOf(const WalkContext &walk, const Access &seen) {
  bool needsAddress = seen.base.kind != Base::Kind::Object &&
                      !(seen.base.kind == Base::Kind::Symbol && isNameable(walk, seen.base.symbol));
  return {seen.base,           seen.offset,
          seen.size,           seen.isWrite,
          seen.isText,         !seen.isWrite && seen.mayBeSkipped,
          seen.isOpaque,       seen.reason,
          seen.isLast,         needsAddress ? seen.address : ValueId(),
          seen.effective,      seen.confined.keepsCaller,
          seen.confined.start, seen.confined.extent,
          seen.confined.outer};
}

/// How surely a region is run in each call.
struct CertaintyInCall {
  bool isUnconditional = true; ///< exactly once, so that it surely writes what it says
  bool isReached = true;       ///< at least once
};

/// The loop's body is run at least once.
bool surelyIterates(const WalkContext &walk, RegionId loop) {
  const auto count = walk.result.tripCounts.find(loop);
  return !walk.program[loop].testsFirst || (count != walk.result.tripCounts.end() &&
                                            rangeOf(walk.effects, count->second.distance).low > 0);
}

/// By the regions around it.
CertaintyInCall certaintyOf(const WalkContext &walk, RegionId id) {
  const Program &program = walk.program;
  CertaintyInCall certainty;
  RegionId below = id;
  for (RegionId up = program[id].parent; up.valid() && certainty.isReached;
       below = up, up = program[up].parent) {
    const Region &around = program[up];
    const bool isHead = below == around.init || (below == around.condition && around.testsFirst);
    certainty.isUnconditional &= around.kind == Region::Kind::Sequence;
    const bool isBody = around.kind == Region::Kind::Loop && below == around.children[0];
    certainty.isReached &=
        around.kind == Region::Kind::Sequence || isHead || (isBody && surelyIterates(walk, up));
  }
  return certainty;
}

void addToSummary(WalkContext &walk, std::map<SummaryKey, size_t> &known, const Access &access,
                  const CertaintyInCall &certainty) {
  std::vector<Access> &summary = walk.result.summary;
  for (Access &seen : seenFromOutside(walk, access, certainty.isUnconditional)) {
    seen.mayBeSkipped |= !certainty.isReached || walk.program[access.at].conditional;
    const auto before = walk.writtenBefore.find(&access);
    const bool isExact = walk.program[access.at].op != Op::Call && seen.size == access.size &&
                         seen.offset == access.offset;
    seen.writtenBefore = isExact || before == walk.writtenBefore.end() ? CompactList<WrittenBytes>()
                                                                       : before->second;
    auto [place, isNew] = known.emplace(keyOf(walk, seen), summary.size());
    if (isNew)
      summary.push_back(seen);
    Access &same = summary[place->second];
    same.isMust |= seen.isMust;
    same.mayBeSkipped &= seen.mayBeSkipped;
    joinCoverage(same, seen);
    same.premise = walk.effects.premises.either(same.premise, seen.premise);
    const SummaryPart part{same.origin, access.at, access.origin};
    std::vector<SummaryPart> &parts = walk.result.summaryParts;
    if (parts.empty() || parts.back() != part) // one origin may touch many objects
      parts.push_back(part);
  }
}

} // namespace

void findCoverage(WalkContext &walk) {
  multiplyTripCounts(walk);
  auto isBaseForCaller = [&](const Base &base) {
    bool isOwn = base.kind == Base::Kind::Object && !walk.pointsTo.isSpecial(base.object) &&
                 walk.program[base.object].owner == walk.function &&
                 walk.program[base.object].kind != Object::Kind::Static;
    return !isOwn && (base.kind == Base::Kind::Object || isNameable(walk, base.symbol));
  };
  auto isForCaller = [&](const WrittenBytes &bytes) {
    return isBaseForCaller(bytes.base) && isNameable(walk, bytes.low) &&
           isNameable(walk, bytes.high) &&
           std::ranges::all_of(bytes.ifNotNegative,
                               [&](const Linear &value) { return isNameable(walk, value); }) &&
           std::ranges::all_of(bytes.repeated, [&](const Repetition &each) {
             return isNameable(walk, each.count);
           });
  };
  auto isOwnText = [&](const Access &text) { return !isBaseForCaller(text.base); };
  std::set<const Access *> covered, coveredInCallee;
  CoverageWalk coverage(walk.program, walk.pointsTo, walk.effects, walk.budget, walk.function,
                        [&](const Access &access, bool isCovered) {
                          if (coverage.isCoveredByCallee(access))
                            coveredInCallee.insert(&access);
                          if (isCovered)
                            covered.insert(&access);
                          else if (CompactList<WrittenBytes> before =
                                       coverage.writtenBefore(access, isForCaller);
                                   !before.empty())
                            walk.writtenBefore[&access] = std::move(before);
                        });
  coverage.nameParameters(walk.parameters);
  for (const WrittenBytes &bytes : coverage.runWithConditions(walk.program[walk.function].body))
    if (isForCaller(bytes))
      walk.result.surelyWritten.push_back(bytes);
  walk.result.filledUpToResult = coverage.filledUpToResult();
  for (ReturnedWrites each : coverage.writtenAtReturns()) {
    std::erase_if(each.written, [&](const WrittenBytes &bytes) { return !isForCaller(bytes); });
    std::erase_if(each.texts, isOwnText);
    walk.result.returns.push_back(std::move(each));
  }
  if (std::ranges::all_of(walk.result.returns, [](const ReturnedWrites &each) {
        return each.written.empty() && each.texts.empty();
      }))
    walk.result.returns.clear();
  walk.result.texts = coverage.textsAtEnd();
  std::erase_if(walk.result.texts, isOwnText);
  for (auto &[value, accesses] : walk.result.at)
    for (Access &access : accesses) {
      access.isCovered = covered.contains(&access);
      access.isCoveredInCallee |= coveredInCallee.contains(&access);
    }
}

void rememberExit(WalkContext &walk) {
  auto hasName = [&](const Base &base) {
    return base.kind == Base::Kind::Object
               ? !walk.pointsTo.isSpecial(base.object) &&
                     walk.program[base.object].kind == Object::Kind::Global
               : base.kind == Base::Kind::Symbol && isNameable(walk, base.symbol);
  };
  if (!walk.seen.exit)
    return;
  for (const auto &[place, known] : walk.seen.exit->memory) {
    bool isWritten = std::ranges::any_of(walk.seen.written.distinct(), [&](const Access &write) {
      return write.base == place.first && write.offset == place.second;
    });
    bool isPointer = known.value.kind == Kind::Pointer;
    bool isUsable = isWritten && hasName(place.first) && isNameable(walk, place.second) &&
                    isNameable(walk, known.value.offset) && !known.value.mayWrap &&
                    !known.isForItsType && (!isPointer || hasName(known.value.base));
    if (!isUsable)
      continue;
    Access access;
    access.base = place.first;
    access.offset = place.second;
    access.size = access.unit = known.type.size;
    access.address = known.address;
    access.effective = known.effective;
    walk.result.exitValues.push_back({access, known.value, known.type});
  }
}

void summariseEnds(WalkContext &walk) {
  for (RegionId region : regionsWithin(walk.program, walk.program[walk.function].body))
    if (walk.program[region].kind == Region::Kind::Loop && neverEnds(walk.program, region))
      walk.result.mayEndIf.insert(PremiseId());
  for (ValueId value : valuesWithin(walk.program, walk.program[walk.function].body)) {
    if (!mayEnd(walk, value))
      continue;
    auto known = walk.result.endsIf.find(value);
    if (known == walk.result.endsIf.end())
      walk.result.mayEndIf.insert(PremiseId());
    else
      for (PremiseId each : known->second)
        walk.result.mayEndIf.insert(seenFromOutside(walk, each));
  }
}

void summarise(WalkContext &walk) {
  std::map<SummaryKey, size_t> known;
  bool mayReturnEarly = false, mayHaveEnded = false;
  for (RegionId id : regionsWithin(walk.program, walk.program[walk.function].body)) {
    const Region &region = walk.program[id];
    mayReturnEarly |= region.kind == Region::Kind::Jump || region.kind == Region::Kind::Opaque;
    CertaintyInCall certainty = certaintyOf(walk, id);
    certainty.isUnconditional &= !mayReturnEarly && !walk.result.mayNotReturn;
    certainty.isReached &= !mayReturnEarly;
    mayHaveEnded |= region.kind == Region::Kind::Loop && neverEnds(walk.program, id);
    for (ValueId value : region.values) {
      const bool isReached = certainty.isReached && !mayHaveEnded;
      for (const Access &access : walk.result.accessesAt(value))
        addToSummary(walk, known, access, {certainty.isUnconditional, isReached});
      mayHaveEnded |=
          mayEnd(walk, value) || walk.effects.memoryExits.isAssumed(walk.program[value]);
    }
  }
  if (walk.result.summary.size() > longestSummary)
    shortenSummary(walk);
}

} // namespace kasuri
