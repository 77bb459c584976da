// Which objects an access touches, and whether two accesses may touch the same byte.
//
//     a[i], a[i + 1]      one base, and spans of bytes apart: never the same byte
//     *p, *q              different bases: the same byte if the pointers may lead to one place
//
// Accesses through one base are compared by the bytes that they span; what both offsets have in
// common is left out of the comparison. All others are compared by points-to, where a pointer of
// which nothing is known leads to all memory that escaped. "May" is always right: spans and sets of
// locations are supersets of what is touched in any execution.
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Different objects are the same memory only if one is special, or both are of the unseen.
bool overlaps(const PointsTo &pointsTo, const LocationSet &a, uint64_t reachOfA,
              const LocationSet &b, uint64_t reachOfB) {
  const auto special = std::ranges::lower_bound(b, ObjectId(firstSpecial), {}, &Location::object);
  return std::any_of(a.begin(), a.end(), [&](const Location &x) {
    auto meetsX = [&](const Location &y) { return mayOverlap(pointsTo, x, reachOfA, y, reachOfB); };
    if (pointsTo.isSpecial(x.object) || pointsTo.unseen.contains(x.object))
      return std::any_of(b.begin(), b.end(), meetsX);
    const auto [first, last] = std::ranges::equal_range(b, x.object, {}, &Location::object);
    return std::any_of(first, last, meetsX) || std::any_of(special, b.end(), meetsX);
  });
}

bool overlapsAsLocations(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                         const Access &b) {
  const LocationSet first = locationsOf(effects, pointsTo, a),
                    second = locationsOf(effects, pointsTo, b);
  return first.size() <= second.size() ? overlaps(pointsTo, first, reachOf(a), second, reachOf(b))
                                       : overlaps(pointsTo, second, reachOf(b), first, reachOf(a));
}

/// The address may come from a function that other callers gave other objects to; the base is the
/// pointer that this one gave. Large sets have little in common with one pointer.
LocationSet withinBase(const Effects &effects, const PointsTo &pointsTo, const Access &access) {
  constexpr size_t maxBases = 4, maxLocations = 32;
  const LocationSet &all = pointsTo.of(access.address);
  bool isSymbol = access.base.kind == Base::Kind::Symbol;
  ValueId origin = isSymbol ? effects[access.base.symbol].origin : ValueId();
  if (!origin.valid() || all.size() == 1 || all.size() > maxLocations)
    return all;
  const LocationSet &bases = pointsTo.of(origin);
  if (bases.empty() || bases.size() > maxBases || &bases == &all)
    return all;
  LocationSet within;
  std::copy_if(all.begin(), all.end(), std::back_inserter(within), [&](const Location &location) {
    return std::any_of(bases.begin(), bases.end(), [&](const Location &base) {
      return location.object == base.object || pointsTo.sameMemory(location.object, base.object);
    });
  });
  return within.empty() ? all : within;
}

/// Once the program runs: constants of a function are written where they are declared.
bool isNeverWritten(const Object &object) {
  bool isConstant = object.isConst && object.isDefined && !object.isVolatile;
  return (isConstant && !object.isAutomatic()) || object.kind == Object::Kind::String ||
         object.kind == Object::Kind::Function;
}

} // namespace

LocationSet locationsOf(const Effects &effects, const PointsTo &pointsTo, const Access &access) {
  if (access.base.kind == Base::Kind::Object) {
    Window window = windowOf(effects, access, [](SymbolId) { return false; });
    if (window.isKnown && window.low >= 0)
      return {{access.base.object, window.low, 1, window.low, window.high}};
    return {{access.base.object, 0, 1, 0, unknownEnd}};
  }
  if (access.address.valid() && !pointsTo.of(access.address).empty())
    return withinBase(effects, pointsTo, access);
  return {{pointsTo.special(SpecialObject::World), 0, 1, 0, unknownEnd}};
}

bool mayWrite(const Effects &effects, const PointsTo &pointsTo, const Access &access,
              ObjectId variable) {
  if (!access.isWrite)
    return false;
  if (access.base.kind == Base::Kind::Object && !pointsTo.isSpecial(access.base.object))
    return pointsTo.sameMemory(access.base.object, variable);
  const LocationSet locations = locationsOf(effects, pointsTo, access);
  return std::any_of(locations.begin(), locations.end(), [&](const Location &location) {
    return pointsTo.sameMemory(location.object, variable);
  });
}

bool mayTouchSame(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                  const Access &b) {
  if (isApartByRestrict(effects, a, b))
    return false;
  if (a.base != b.base || a.base.kind == Base::Kind::Unknown)
    return overlapsAsLocations(effects, pointsTo, a, b);
  auto keep = [&](SymbolId symbol) {
    return a.offset.coefficientOf(symbol) == b.offset.coefficientOf(symbol) &&
           a.confined.start.coefficientOf(symbol) == a.offset.coefficientOf(symbol) &&
           b.confined.start.coefficientOf(symbol) == b.offset.coefficientOf(symbol);
  };
  auto keepOffsets = [&](SymbolId symbol) {
    return a.offset.coefficientOf(symbol) == b.offset.coefficientOf(symbol);
  };
  bool isConfined = a.confined.extent != 0 || b.confined.extent != 0;
  Window first = windowOf(effects, a, keepOffsets), second = windowOf(effects, b, keepOffsets);
  if ((!first.isKnown || !second.isKnown || first.fixed != second.fixed) && isConfined) {
    first = windowOf(effects, a, keep);
    second = windowOf(effects, b, keep);
  }
  if (!first.isKnown || !second.isKnown || first.fixed != second.fixed)
    return true;
  return first.low < second.high && second.low < first.high;
}

bool mayEverTouchSame(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                      const Access &b, bool isOnePlace) {
  if (isApartByRestrict(effects, a, b))
    return false;
  if (!isOnePlace)
    return overlapsAsLocations(effects, pointsTo, a, b);
  auto keepNone = [](SymbolId) { return false; };
  const Window first = windowOf(effects, a, keepNone), second = windowOf(effects, b, keepNone);
  return !first.isKnown || !second.isKnown || (first.low < second.high && second.low < first.high);
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
