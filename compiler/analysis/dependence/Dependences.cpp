// Pairs of accesses that may meet, fast where windows decide and exact where they do not.
//
//     analyse(&enc->ch[c]);   all of its accesses: (enc, S c + [low, high))  within S bytes ->
//     apart
//
// Accesses that look alike (same base, same window) form a group, so that a called function with a
// thousand accesses is a few dozen. Two groups with the same base and the same fixed part meet only
// if their windows do, shifted by the loop's stride; when that cannot be told, the integer sets of
// the members decide; when those are too many, or the budget is spent, the groups meet. Different
// bases meet if their targets may be the same memory; where they were loaded from a table whose
// cells own their blocks (PointerTables.h), only if the cells may be the same. Blocks allocated
// inside the iteration that no other one gets to know (IterationMemory.h), and the locals of
// functions called inside it, are its own.
//
// Iterations that run as a wavefront are rows that wait for each other. What this puts in order is
// no dependence. Every row waits in each column until the row before has done `reach` columns more,
// and is over when the row before is. So row r + n has of row r all columns up to n * reach behind
// its own, and what stands before them. What stands behind the columns runs when all of the rows
// before is over.
#include "analysis/dependence/Dependences.h"

#include "analysis/dependence/ExchangedCells.h"
#include "analysis/dependence/IterationMemory.h"
#include "analysis/dependence/SymbolicStrides.h"
#include "analysis/symbolic/EffectiveTypes.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>
#include <numeric>

namespace kasuri {
namespace {

constexpr size_t maxMembers = 64; ///< of a group: the neighbours of a stencil
constexpr size_t maxPairs = 64;   ///< of members of two groups, for the exact test

} // namespace

bool DependenceFinder::isOwn(const PrivateMemory &own, ObjectId object) const {
  if (pointsTo.isSpecial(object))
    return own.hasErrno && object == pointsTo.special(SpecialObject::Errno);
  const Object &known = program[object];
  return own.objects.contains(object) || (known.isAutomatic() && own.callees.contains(known.owner));
}

bool DependenceFinder::isOwn(const PrivateMemory &own, const Access &access) const {
  bool isObject = access.base.kind == Base::Kind::Object;
  bool isSymbol = access.base.kind == Base::Kind::Symbol;
  return own.accesses.contains(access.at) || (isObject && isOwn(own, access.base.object)) ||
         (isSymbol && own.memory.contains(access.base.symbol)) ||
         own.accumulators.contains({access.at, access.origin}) ||
         (own.made && own.made->isOwn(access)) ||
         isRefuted(effects.premises[access.premise], own.refuted);
}

std::vector<AccessGroup> DependenceFinder::groups(RegionId region, const Viewpoint &view,
                                                  const PrivateMemory &own) const {
  using Key = std::tuple<Base, bool, RowPart, bool, bool, EffectiveType, bool, Linear, int64_t,
                         int64_t, ValueId, ValueId>;
  std::map<Key, size_t> known;
  std::vector<AccessGroup> result;
  const FunctionAccesses &accesses = effects.functions[function.index()];
  unsigned depth = loopDepth(program, view.loop.valid() ? view.loop : program[region].parent);
  // Within a sequence the counters of its loops stay in sight, for the test by divisors.
  auto keep = [&](SymbolId symbol) {
    const Symbol &known = effects[symbol];
    bool isOuterCounter = !view.loop.valid() && known.function == function &&
                          known.counterOf.valid() &&
                          loopDepth(program, known.counterOf) == depth + 1;
    return symbol == view.counter || isOuterCounter || view.isShared(symbol);
  };
  for (ValueId value : valuesWithin(program, region)) {
    const bool isInOrder = isWithin(program, own.inOrder, value);
    const RowPart rowPart = own.wave ? rowPartOf(program, own.wave->columns, value) : RowPart::Head;
    const ValueId context = own.made ? own.made->contextOf(value) : ValueId();
    for (Access access : accesses.accessesAt(value)) {
      access.at = value;
      if (isOwn(own, access))
        continue;
      bool isObject = access.base.kind == Base::Kind::Object;
      bool isSymbol = access.base.kind == Base::Kind::Symbol;
      Window window = windowOf(effects, access, keep);
      bool isNamed = isObject || (isSymbol && keep(access.base.symbol));
      Key key{access.base,
              isInOrder,
              rowPart,
              access.isWrite,
              isAtEnd(access),
              access.effective,
              window.isKnown,
              window.fixed,
              window.low,
              window.high,
              isNamed ? ValueId() : access.address,
              context};
      auto [place, isNew] = known.emplace(key, result.size());
      if (isNew) {
        result.push_back({access, window, {}, cellOf(access.base, view.loop, keep, own), {access}});
        result.back().isInOrder = isInOrder;
        result.back().rowPart = rowPart;
      } else if (!result[place->second].members.empty())
        result[place->second].members.push_back(access);
      if (result[place->second].members.size() > maxMembers)
        result[place->second].members.clear();
      noteAddress(result[place->second], access.address, own);
      result[place->second].places.emplace_back(value, access.origin);
    }
  }
  for (AccessGroup &group : result)
    group.targets = targetsOf(group, own);
  return result;
}

RowPart rowPartOf(const Program &program, RegionId columns, ValueId value) {
  const Region &its = program[columns];
  const RegionId block = program[value].block;
  if (contains(program, its.children[0], block) || block == its.step)
    return RowPart::Column;
  if (contains(program, columns, block)) // the test is made once more after each chunk
    return block == its.init ? RowPart::Before : RowPart::Head;
  for (RegionId inner = columns, outer = its.parent; program[outer].kind == Region::Kind::Sequence;
       inner = outer, outer = program[outer].parent)
    if (contains(program, outer, block))
      for (RegionId child : program[outer].children) {
        if (child == inner)
          return RowPart::Behind;
        if (contains(program, child, block))
          return RowPart::Before;
      }
  return RowPart::Head;
}

bool mayWait(RowPart earlier, RowPart later) {
  if (earlier == RowPart::Head || later == RowPart::Head)
    return false;
  return earlier != RowPart::Behind || later == RowPart::Behind;
}

/// From where what the later one may not come before is seen; none where it never does.
std::optional<Viewpoint> DependenceFinder::unorderedIn(const WaveOrder &wave, const Viewpoint &view,
                                                       RowPart earlier, RowPart later) {
  if (!mayWait(earlier, later))
    return view;
  if (later == RowPart::Behind)
    return std::nullopt;
  const bool waits = later == RowPart::Column || wave.entersInTurn;
  if (!waits)
    return view;
  if (earlier == RowPart::Before)
    return std::nullopt;
  Viewpoint ahead = view;
  ahead.skew = Skew{wave.column, later == RowPart::Column ? wave.column : wave.first, wave.reach};
  return ahead;
}

AccessGroup DependenceFinder::groupOfCell(const Access &cell, RegionId loop,
                                          const std::function<bool(SymbolId)> &keep,
                                          const PrivateMemory &own) const {
  AccessGroup group{cell,
                    windowOf(effects, cell, keep),
                    {cell.address},
                    cellOf(cell.base, loop, keep, own),
                    {cell}};
  group.targets = targetsOf(group, own);
  return group;
}

/// Where the base was loaded from, if different places there hold different blocks.
std::vector<AccessGroup> DependenceFinder::cellOf(const Base &base, RegionId loop,
                                                  const std::function<bool(SymbolId)> &keep,
                                                  const PrivateMemory &own) const {
  const size_t number =
      base.kind == Base::Kind::Symbol ? cellIn(effects, function, loop, base.symbol) : noCell;
  if (number == noCell)
    return {};
  const Access &cell = effects.cells[number];
  if (!effects.distinctCells.contains(cell.address) && !promisedDistinct(cell, own).valid())
    return {};
  return {groupOfCell(cell, loop, keep, own)};
}

/// Casts let accesses through one pointer lead to different places.
void DependenceFinder::noteAddress(AccessGroup &group, ValueId address,
                                   const PrivateMemory &own) const {
  auto isSame = [&](ValueId other) {
    return other == address ||
           (other.valid() && address.valid() && &pointsTo.of(other) == &pointsTo.of(address) &&
            (!own.made || own.made->isSame(other, address)));
  };
  if (std::none_of(group.addresses.begin(), group.addresses.end(), isSame))
    group.addresses.push_back(address);
}

Locations DependenceFinder::targetsOf(const AccessGroup &group, const PrivateMemory &own) const {
  Locations all;
  for (ValueId address : group.addresses) {
    Access access = group.sample;
    access.address = address;
    const Locations locations = locationsOf(effects, pointsTo, access);
    all.merge(own.made ? own.made->shared(access, locations) : locations);
  }
  return all;
}

bool DependenceFinder::sharesBase(const AccessGroup &a, const AccessGroup &b,
                                  const Viewpoint &view) const {
  const Base &base = a.sample.base;
  if (base != b.sample.base || base.kind == Base::Kind::Unknown)
    return false;
  return base.kind == Base::Kind::Object || view.isShared(base.symbol);
}

bool DependenceFinder::meetByTargets(const AccessGroup &a, const AccessGroup &b,
                                     const Viewpoint &view, const PrivateMemory &own) {
  auto isFresh = [&](const Base &base) {
    return base.kind == Base::Kind::Symbol && effects[base.symbol].isAllocation &&
           !view.isShared(base.symbol);
  };
  bool areFresh = view.loop.valid() && isFresh(a.sample.base) && isFresh(b.sample.base);
  if (areFresh)
    return false;
  budget.spend(uint64_t(a.targets.size()) * b.targets.size());
  const LocationSet *one = a.targets.sharedSet(), *other = b.targets.sharedSet();
  if (!one || !other || !own.objects.empty() || !own.callees.empty())
    return compareTargets(a, b, own);
  auto [known, isNew] = met.try_emplace({one, other, reachOf(a.sample), reachOf(b.sample)});
  if (isNew)
    known->second = compareTargets(a, b, own);
  return known->second;
}

bool DependenceFinder::compareTargets(const AccessGroup &a, const AccessGroup &b,
                                      const PrivateMemory &own) const {
  if (a.targets.size() > b.targets.size())
    return compareTargets(b, a, own);
  const uint64_t reachOfA = reachOf(a.sample), reachOfB = reachOf(b.sample);
  return std::any_of(a.targets.begin(), a.targets.end(), [&](const Location &x) {
    auto meets = [&](const Location &y) {
      return mayOverlap(pointsTo, x, reachOfA, y, reachOfB) && !isOwn(own, y.object);
    };
    return pointsTo.anyIn(b.targets.set(), x.object, meets) && !isOwn(own, x.object);
  });
}

/// The greatest common divisor test: all that differs between the fixed parts moves the windows by
/// multiples of it.
bool DependenceFinder::meetModulo(const Window &x, const Window &y, const Viewpoint &view) const {
  int64_t divisor = 0;
  auto difference = Linear::add(y.fixed, x.fixed, -1);
  if (!difference)
    return true;
  for (const Linear *part : {&x.fixed, &y.fixed})
    for (const auto &[symbol, coefficient] : part->terms())
      divisor = std::gcd(divisor,
                         view.isShared(symbol) ? difference->coefficientOf(symbol) : coefficient);
  if (divisor == 0)
    return x.low < y.high && y.low < x.high;
  int64_t gap = x.low - y.high; // the least shift must be larger than this
  int64_t steps = (gap >= 0 ? gap / divisor : -((-gap + divisor - 1) / divisor)) + 1;
  return steps * divisor < x.high - y.low;
}

/// Windows of the same fixed part, `a` in an earlier iteration than `b`.
bool DependenceFinder::meetByWindows(const AccessGroup &a, const AccessGroup &b,
                                     const Viewpoint &view) const {
  const Window &x = a.window, &y = b.window;
  if (!x.isKnown || !y.isKnown)
    return true;
  if (x.fixed != y.fixed)
    return meetModulo(x, y, view);
  if (!view.loop.valid())
    return x.low < y.high && y.low < x.high;
  int64_t stride = x.fixed.coefficientOf(view.counter);
  if (stride == 0)
    return x.low < y.high && y.low < x.high;
  // b is n >= 1 iterations later: its window moves by n * stride, away from a's in the end.
  bool isApart = stride > 0 ? y.low + stride >= x.high : x.low >= y.high + stride;
  return !isApart;
}

bool DependenceFinder::meetExactly(const AccessGroup &a, const AccessGroup &b,
                                   const Viewpoint &view) {
  if (a.members.empty() || b.members.empty() || a.members.size() * b.members.size() > maxPairs ||
      (view.loop.valid() && !view.counter.valid()))
    return true;
  for (const Access &first : a.members)
    for (const Access &second : b.members)
      if (meetExactly(first, second, view))
        return true;
  return false;
}

/// With every symbol kept.
static Window wholeOf(const Effects &effects, const Access &access) {
  const bool isPlain = access.size != 0 && access.size < uint64_t(INT32_MAX);
  return isPlain ? windowOf(effects, access, [](SymbolId) { return true; }) : Window{};
}

bool DependenceFinder::meetExactly(const Access &a, const Access &b, const Viewpoint &view) {
  const Window x = wholeOf(effects, a), y = wholeOf(effects, b);
  if (x.isKnown && y.isKnown && !meetModulo(x, y, view))
    return false;
  auto decide = [&] {
    return !areApartByStride(program, effects, view, a, b) && mayMeet(effects, budget, view, a, b);
  };
  return decided && view.loop.valid() ? decided->mayMeet(view, a, b, budget, decide) : decide();
}

bool DependenceFinder::mayMeetInOrder(const AccessGroup &a, const AccessGroup &b,
                                      const Viewpoint &view, const PrivateMemory &own) {
  const AnnotationId promised = own.promises.independent;
  if (promised.valid() && isKasurisOwn(program[promised].kind) && areIndependent(a, b, view, own))
    return false;
  return mayMeetUnpromised(a, b, view, own) && !isPromisedApart(a, b, view, own);
}

/// The cells of both do not change while they are compared, or blocks stay in one of them.
bool DependenceFinder::areOfOneTime(const AccessGroup &a, const AccessGroup &b,
                                    const Viewpoint &view) const {
  if (!effects.exchangedCells.contains(a.cell[0].sample.address) ||
      !effects.exchangedCells.contains(b.cell[0].sample.address))
    return true;
  auto holds = [&](const AccessGroup &group) {
    return holdsThroughout(program, pointsTo, effects, function, view.loop,
                           group.sample.base.symbol);
  };
  return view.loop.valid() && holds(a) && holds(b);
}

/// They go through pointers from different cells, and each cell owns its block.
bool DependenceFinder::areApartByCells(const AccessGroup &a, const AccessGroup &b,
                                       const Viewpoint &view, const PrivateMemory &own) {
  if (a.cell.empty() || b.cell.empty() || mayMeetInOrder(a.cell[0], b.cell[0], view, own))
    return false;
  const Access &one = a.cell[0].sample, &other = b.cell[0].sample;
  if (effects.distinctCells.contains(one.address) &&
      effects.distinctCells.contains(other.address) && areOfOneTime(a, b, view))
    return true;
  // A promise is about the entries of one table.
  const AnnotationId promise = promisedDistinct(one, own);
  if (!promise.valid() || promise != promisedDistinct(other, own) || one.base != other.base)
    return false;
  reliedOn.insert(promise);
  return true;
}

bool DependenceFinder::mayMeetUnpromised(const AccessGroup &a, const AccessGroup &b,
                                         const Viewpoint &view, const PrivateMemory &own) {
  if (budget.refuses())
    return true;
  budget.spend(1);
  // The runtime keeps the last value in the program's order.
  bool areSetters = a.sample.base == b.sample.base && a.sample.base.kind == Base::Kind::Object &&
                    a.sample.base.object == pointsTo.special(SpecialObject::ErrnoSet);
  if (areSetters)
    return false;
  if (isApartByRestrict(effects, a.sample, b.sample))
    return false;
  if (a.sample.isWrite && !b.sample.isWrite && !mayBeRead(a.sample, b.sample))
    return false;
  if (!sharesBase(a, b, view))
    return !areApartByCells(a, b, view, own) && meetByTargets(a, b, view, own);
  return meetByWindows(a, b, view) && meetExactly(a, b, view);
}

std::vector<Dependence> DependenceFinder::carried(const std::vector<AccessGroup> &groups,
                                                  const Viewpoint &view, const PrivateMemory &own,
                                                  size_t most) {
  std::vector<Dependence> result;
  for (size_t i = 0; i < groups.size(); ++i)
    for (size_t j = 0; j < groups.size(); ++j) {
      const AccessGroup &a = groups[i], &b = groups[j];
      if (result.size() >= most)
        return result;
      bool isConflict = (a.sample.isWrite || b.sample.isWrite) && !b.isInOrder;
      const std::optional<Viewpoint> seen =
          own.wave ? unorderedIn(*own.wave, view, a.rowPart, b.rowPart) : std::optional(view);
      if (!isConflict || !seen || !mayMeetInOrder(a, b, *seen, own))
        continue;
      Dependence dependence{a.sample, b.sample, "", i, j};
      int64_t stride = a.window.isKnown ? a.window.fixed.coefficientOf(view.counter) : 0;
      bool isExact = sharesBase(a, b, view) && a.window.isExact && b.window.isExact &&
                     a.window.fixed == b.window.fixed;
      if (isExact && stride != 0 && (a.window.low - b.window.low) % stride == 0)
        dependence.detail =
            " (distance " + std::to_string((a.window.low - b.window.low) / stride) + ")";
      result.push_back(dependence);
    }
  return result;
}

bool DependenceFinder::isCarried(const AccessGroup &earlier, const AccessGroup &later,
                                 const Viewpoint &view, const PrivateMemory &own) {
  return (earlier.sample.isWrite || later.sample.isWrite) &&
         mayMeetInOrder(earlier, later, view, own);
}

bool DependenceFinder::dependsOn(const AccessGroup &later, const AccessGroup &earlier,
                                 const Viewpoint &view) {
  return (later.sample.isWrite || earlier.sample.isWrite) &&
         mayMeetInOrder(earlier, later, view, {});
}

std::optional<Dependence> DependenceFinder::between(const std::vector<AccessGroup> &from,
                                                    const std::vector<AccessGroup> &to,
                                                    const Viewpoint &view,
                                                    const PrivateMemory &own) {
  for (const AccessGroup &a : from)
    for (const AccessGroup &b : to)
      if ((a.sample.isWrite || b.sample.isWrite) && mayMeetInOrder(a, b, view, own))
        return Dependence{a.sample, b.sample, "", 0, 0};
  return std::nullopt;
}

} // namespace kasuri
