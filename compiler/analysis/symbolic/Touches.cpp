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

bool overlaps(const PointsTo &pointsTo, const Locations &a, uint64_t reachOfA, const Locations &b,
              uint64_t reachOfB) {
  return std::any_of(a.begin(), a.end(), [&](const Location &x) {
    return pointsTo.anyIn(b.set(), x.object, [&](const Location &y) {
      return mayOverlap(pointsTo, x, reachOfA, y, reachOfB);
    });
  });
}

bool overlapsAsLocations(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                         const Access &b) {
  const Locations first = locationsOf(effects, pointsTo, a),
                  second = locationsOf(effects, pointsTo, b);
  return first.size() <= second.size() ? overlaps(pointsTo, first, reachOf(a), second, reachOf(b))
                                       : overlaps(pointsTo, second, reachOf(b), first, reachOf(a));
}

/// The address may come from a function that other callers gave other objects to; the base is the
/// pointer that this one gave. Large sets have little in common with one pointer.
Locations withinBase(const Effects &effects, const PointsTo &pointsTo, const Access &access) {
  constexpr size_t maxBases = 4, maxLocations = 32;
  const LocationSet &all = pointsTo.of(access.address);
  bool isSymbol = access.base.kind == Base::Kind::Symbol;
  ValueId origin = isSymbol ? effects[access.base.symbol].origin : ValueId();
  if (!origin.valid() || all.size() == 1 || all.size() > maxLocations)
    return Locations::sharing(all);
  const LocationSet &bases = pointsTo.of(origin);
  if (bases.empty() || bases.size() > maxBases || &bases == &all)
    return Locations::sharing(all);
  LocationSet within;
  std::copy_if(all.begin(), all.end(), std::back_inserter(within), [&](const Location &location) {
    return std::any_of(bases.begin(), bases.end(), [&](const Location &base) {
      return location.object == base.object || pointsTo.sameMemory(location.object, base.object);
    });
  });
  return within.empty() ? Locations::sharing(all) : Locations(std::move(within));
}

Locations wholeOf(ObjectId object) { return Locations(LocationSet{{object, 0, 1, 0, unknownEnd}}); }

/// Once the program runs: constants of a function are written where they are declared.
bool isNeverWritten(const Object &object) {
  bool isConstant = object.isConst && object.isDefined && !object.isVolatile;
  return (isConstant && !object.isAutomatic()) || object.kind == Object::Kind::String ||
         object.kind == Object::Kind::Function;
}

} // namespace

Locations locationsOf(const Effects &effects, const PointsTo &pointsTo, const Access &access) {
  if (access.base.kind == Base::Kind::Object) {
    Window window = windowOf(effects, access, [](SymbolId) { return false; });
    if (window.isKnown && window.low >= 0)
      return Locations({{access.base.object, window.low, 1, window.low, window.high}});
    return wholeOf(access.base.object);
  }
  if (access.address.valid() && !pointsTo.of(access.address).empty())
    return withinBase(effects, pointsTo, access);
  return wholeOf(pointsTo.special(SpecialObject::World));
}

bool mayWrite(const Effects &effects, const PointsTo &pointsTo, const Access &access,
              ObjectId variable) {
  if (!access.isWrite)
    return false;
  if (access.base.kind == Base::Kind::Object && !pointsTo.isSpecial(access.base.object))
    return pointsTo.sameMemory(access.base.object, variable);
  const Locations locations = locationsOf(effects, pointsTo, access);
  return std::any_of(locations.begin(), locations.end(), [&](const Location &location) {
    return pointsTo.sameMemory(location.object, variable);
  });
}

bool areOtherObjects(const PointsTo &pointsTo, const Base &a, const Base &b) {
  return a.kind == Base::Kind::Object && b.kind == Base::Kind::Object &&
         !pointsTo.sameMemory(a.object, b.object);
}

bool mayTouchSame(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                  const Access &b) {
  if (areOtherObjects(pointsTo, a.base, b.base) || isApartByRestrict(effects, a, b))
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
    part.isMust = part.isText = false;
    part.address = {};
    part.effective = {};
  }
  return parts;
}

} // namespace kasuri
