// What a function's callers have to know of it.
//
// In a summary everything that a caller cannot name is reduced to the range it spans: by the
// symbols' ranges, else by the declared array around it, else the whole object. Beside the accesses
// it holds what the function surely writes, and the values that it leaves where a caller can look
// them up.
#include "analysis/AccessWalk.h"
#include "analysis/CallEffects.h"
#include "analysis/Coverage.h"
#include "analysis/Windows.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// A summary longer than this keeps only which bases it touches, or if that is still too long,
/// which objects.
constexpr size_t longestSummary = 800;

} // namespace

/// What the function surely writes, and which of its reads see only that.
void AccessWalk::findCoverage() {
  auto isForCaller = [&](const WrittenBytes &bytes) {
    const Base &base = bytes.base;
    bool isOwn = base.kind == Base::Kind::Object && !pointsTo.isSpecial(base.object) &&
                 program[base.object].owner == function &&
                 program[base.object].kind != Object::Kind::Static;
    bool hasName = base.kind == Base::Kind::Object || isNameable(base.symbol);
    return hasName && !isOwn && isNameable(bytes.low) && isNameable(bytes.high);
  };
  std::set<const Access *> covered;
  CoverageWalk walk(program, effects, function, [&](const Access &access, bool isCovered) {
    if (isCovered)
      covered.insert(&access);
  });
  for (const WrittenBytes &bytes : walk.run(program[function].body))
    if (isForCaller(bytes))
      result.surelyWritten.push_back(bytes);
  for (auto &[value, accesses] : result.at)
    for (Access &access : accesses)
      access.isCovered = covered.contains(&access);
}

/// The least or greatest value of a symbol, over what a caller can name or other symbols.
std::optional<Linear> AccessWalk::bound(SymbolId id, bool isUpper) const {
  const Symbol &symbol = effects[id];
  if (isUpper)
    for (const Linear &constraint : symbol.constraints) { // rest - scale * symbol >= 0
      int64_t scale = -constraint.coefficientOf(id);
      auto rest = Linear::add(constraint, Linear::symbol(id), scale);
      if (scale == 1 && rest)
        return rest;
    }
  int64_t end = isUpper ? symbol.range.high : symbol.range.low;
  bool isBounded = isUpper ? end < unboundedAbove : end > unboundedBelow;
  return isBounded ? std::optional(Linear(end)) : std::nullopt;
}

std::optional<Linear> AccessWalk::endOver(Linear value, bool isUpper) const {
  constexpr int mostSteps = 8;
  for (int i = 0; i < mostSteps; ++i) {
    auto inner = std::find_if(value.terms().begin(), value.terms().end(),
                              [&](const auto &term) { return !isNameable(term.first); });
    if (inner == value.terms().end())
      return value;
    const auto [symbol, coefficient] = *inner;
    auto end = bound(symbol, isUpper == (coefficient > 0));
    auto rest = Linear::add(value, Linear::symbol(symbol), -coefficient);
    auto next = end && rest ? Linear::add(*rest, *end, coefficient) : std::nullopt;
    if (!next)
      return std::nullopt;
    value = *next;
  }
  return std::nullopt;
}

/// One byte, anywhere between ends that a caller can name.
bool AccessWalk::spanByBytes(Access &access) {
  if (access.size == 0)
    return false;
  auto low = endOver(access.offset, false), last = endOver(access.offset, true);
  auto end = last ? Linear::add(*last, Linear(static_cast<int64_t>(access.size))) : std::nullopt;
  if (!low || !end)
    return false;
  auto [known, isNew] = spans.try_emplace({*low, *end});
  if (isNew) {
    known->second = newSymbol(ValueId(), {0, unboundedAbove}, RegionId());
    auto left = Linear::add(*end, *low, -1);
    left = left ? Linear::add(*left, Linear(-1)) : left;
    left = left ? Linear::add(*left, Linear::symbol(known->second), -1) : left;
    Symbol &symbol = effects.symbols[known->second.index()];
    symbol.isByte = true;
    if (left)
      symbol.constraints.push_back(*left);
  }
  auto offset = Linear::add(*low, Linear::symbol(known->second));
  if (!offset)
    return false;
  access.offset = *offset;
  access.size = 1;
  return true;
}

std::optional<Access> AccessWalk::seenFromOutside(const Access &access, bool isUnconditional) {
  Access seen = access;
  seen.premise = effects.premises.add(seenFromOutside(effects.premises[access.premise]));
  seen.isMust = access.isMust && isUnconditional;
  bool isOwn = access.base.kind == Base::Kind::Object && !pointsTo.isSpecial(access.base.object) &&
               program[access.base.object].owner == function &&
               program[access.base.object].isAutomatic();
  if (isOwn)
    return std::nullopt;
  if (access.isOpaque)
    return seen;
  Window window = windowOf(effects, access, [&](SymbolId id) { return isNameable(id); });
  // A length of nearly all integers comes from a type's range: ends that a caller knows say more.
  bool isVast = window.isKnown && window.high - window.low >= std::numeric_limits<int>::max();
  bool isSpan = (!window.isKnown || isVast) && spanByBytes(seen);
  if (!window.isKnown || isSpan) {
    if (!isSpan) {
      seen.offset = Linear();
      seen.size = 0;
    }
    seen.confined = {};
    seen.confined.keepsCaller = access.confined.keepsCaller;
    seen.isMust = false;
    return seen;
  }
  seen.isMust = seen.isMust && window.isExact;
  seen.offset = *Linear::add(window.fixed, Linear(window.low));
  seen.size = static_cast<uint64_t>(window.high - window.low);
  if (!window.isExact)
    seen.confined.extent = 0;
  std::erase_if(seen.confined.outer, [&](const auto &array) { return !isNameable(array.first); });
  return seen;
}

void AccessWalk::rememberExit() {
  auto hasName = [&](const Base &base) {
    return base.kind == Base::Kind::Object
               ? program[base.object].kind == Object::Kind::Global
               : base.kind == Base::Kind::Symbol && isNameable(base.symbol);
  };
  if (!exit)
    return;
  for (const auto &[place, known] : exit->memory) {
    bool isWritten = std::any_of(written.begin(), written.end(), [&](const Access &write) {
      return write.base == place.first && write.offset == place.second;
    });
    bool isPointer = known.value.kind == Kind::Pointer;
    bool isUsable = isWritten && hasName(place.first) && isNameable(place.second) &&
                    isNameable(known.value.offset) && !known.value.mayWrap &&
                    (!isPointer || hasName(known.value.base));
    if (!isUsable)
      continue;
    Access access;
    access.base = place.first;
    access.offset = place.second;
    access.size = access.unit = known.type.size;
    access.address = known.address;
    result.exitValues.push_back({access, known.value, known.type});
  }
}

/// Otherwise than for want of memory.
bool AccessWalk::mayEnd(ValueId value) const {
  auto leaves = [&](FunctionId callee) { return effects.functions[callee.index()].mayNotReturn; };
  return mayNotReturn(program, pointsTo, value, leaves) &&
         !effects.memoryExits.isOrderly(program, value);
}

void AccessWalk::summarise() {
  using Arrays = std::vector<std::pair<Linear, int64_t>>;
  using Key = std::tuple<Base, Linear, uint64_t, bool, bool, bool, ObstacleKind, bool, ValueId,
                         bool, Linear, int64_t, Arrays>;
  std::map<Key, size_t> known;
  bool mayReturnEarly = false, mayHaveEnded = false;
  auto add = [&](const Access &access, bool isUnconditional, bool isReached) {
    auto seen = seenFromOutside(access, isUnconditional);
    if (!seen)
      return;
    seen->mayBeSkipped |= !isReached || program[access.at].conditional;
    bool needsAddress = seen->base.kind != Base::Kind::Object &&
                        !(seen->base.kind == Base::Kind::Symbol && isNameable(seen->base.symbol));
    Key key{seen->base,
            seen->offset,
            seen->size,
            seen->isWrite,
            !seen->isWrite && seen->mayBeSkipped,
            seen->isOpaque,
            seen->reason,
            seen->isLast,
            needsAddress ? seen->address : ValueId(),
            seen->confined.keepsCaller,
            seen->confined.start,
            seen->confined.extent,
            seen->confined.outer};
    auto [place, isNew] = known.emplace(key, result.summary.size());
    if (isNew)
      result.summary.push_back(*seen);
    else
      result.summary[place->second].isMust |= seen->isMust;
    result.summary[place->second].mayBeSkipped &= seen->mayBeSkipped;
    result.summary[place->second].isCovered &= seen->isCovered;
    PremiseId &ofAll = result.summary[place->second].premise;
    ofAll = effects.premises.either(ofAll, seen->premise);
    result.summaryParts.push_back({result.summary[place->second].origin, access.at, access.origin});
  };
  for (RegionId id : regionsWithin(program, program[function].body)) {
    const Region &region = program[id];
    mayReturnEarly |= region.kind == Region::Kind::Jump || region.kind == Region::Kind::Opaque;
    bool isUnconditional = !mayReturnEarly && !result.mayNotReturn;
    bool isReached = !mayReturnEarly;
    RegionId below = id;
    for (RegionId up = region.parent; up.valid(); below = up, up = program[up].parent) {
      const Region &around = program[up];
      const bool isHead = below == around.init || (below == around.condition && around.testsFirst);
      isUnconditional &= around.kind == Region::Kind::Sequence;
      isReached &= around.kind == Region::Kind::Sequence || isHead;
    }
    mayHaveEnded |= region.kind == Region::Kind::Loop && neverEnds(program, id);
    for (ValueId value : region.values) {
      for (const Access &access : result.accessesAt(value))
        add(access, isUnconditional, isReached && !mayHaveEnded);
      mayHaveEnded |= mayEnd(value) || effects.memoryExits.isAssumed(program[value]);
    }
  }
  if (result.summary.size() > longestSummary)
    shortenSummary();
}

/// Each base and each set of targets once, in its whole length.
void AccessWalk::shortenSummary() {
  result.isShortened = true;
  using Key = std::tuple<Base, bool, bool, ObstacleKind, bool, const LocationSet *>;
  std::map<Key, size_t> known;
  std::vector<Access> shorter;
  for (Access &access : result.summary) {
    access.offset = Linear();
    access.size = access.unit = 0;
    access.confined.drop();
    access.isMust = false;
    access.mayBeSkipped = true;
    access.premise = {};
    const LocationSet *targets = access.address.valid() ? &pointsTo.of(access.address) : nullptr;
    Key key{access.base, access.isWrite, access.isOpaque, access.reason, access.isLast, targets};
    auto [place, isNew] = known.emplace(key, shorter.size());
    if (isNew) {
      shorter.push_back(std::move(access));
      continue;
    }
    shorter[place->second].isCovered &= access.isCovered;
    result.summaryParts.push_back({shorter[place->second].origin, ValueId(), access.origin});
  }
  result.summary = shorter.size() > longestSummary ? splitByObject(shorter) : std::move(shorter);
}

/// Each object once.
std::vector<Access> AccessWalk::splitByObject(const std::vector<Access> &accesses) const {
  using Key = std::tuple<ObjectId, bool, bool, ObstacleKind>;
  std::map<Key, size_t> known;
  std::vector<Access> parts;
  for (const Access &access : accesses)
    for (Access &part : kasuri::splitByObject(program, effects, pointsTo, access)) {
      Key key{part.base.object, part.isWrite, part.isOpaque, part.reason};
      auto [place, isNew] = known.emplace(key, parts.size());
      if (isNew)
        parts.push_back(std::move(part));
      else
        parts[place->second].isCovered &= part.isCovered;
    }
  return parts;
}

/// Once the program runs: constants of a function are written where they are declared.
static bool isNeverWritten(const Object &object) {
  bool isConstant = object.isConst && object.isDefined && !object.isVolatile;
  return (isConstant && !object.isAutomatic()) || object.kind == Object::Kind::String ||
         object.kind == Object::Kind::Function;
}

std::vector<Access> splitByObject(const Program &program, const Effects &effects,
                                  const PointsTo &pointsTo, const Access &access) {
  std::set<ObjectId> objects;
  for (const Location &location : locationsOf(effects, pointsTo, access)) {
    bool isShared = pointsTo.escaped.contains(location.object);
    bool isConstant =
        !pointsTo.isSpecial(location.object) && isNeverWritten(program[location.object]);
    if (!isConstant)
      objects.insert(isShared ? pointsTo.special(SpecialObject::World) : location.object);
  }
  std::vector<Access> parts;
  for (ObjectId object : objects) {
    Access &part = parts.emplace_back(access);
    part.base = {Base::Kind::Object, object, {}};
    part.offset = Linear();
    part.size = part.unit = 0;
    part.confined.drop();
    part.isMust = false;
    part.address = {};
  }
  return parts;
}

} // namespace kasuri
