// What each pointer value may point to, by byte ranges of objects: the answer, and what can be
// asked of it. FindPointsTo.h finds it.
#pragma once

#include "analysis/pointers/ObjectSet.h"
#include "model/Program.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

/// The addresses offset, offset + stride, offset + 2 * stride, ... inside [low, high) of an object;
/// one address when stride is 0. [low, high) is the part that pointer arithmetic may reach.
struct Location {
  ObjectId object;
  int64_t offset = 0, stride = 0;
  int64_t low = 0, high = 0;
  auto operator<=>(const Location &) const = default;
};

constexpr int64_t unknownEnd = int64_t(1) << 48; ///< end of an object whose size is not known

using LocationSet = std::vector<Location>; ///< sorted, each once

/// Objects that no source declares.
enum class SpecialObject : uint8_t {
  World,       ///< memory that unknown code owns or has seen
  Library,     ///< the C library's own memory: FILE objects, static results
  InputOutput, ///< the state of all files and devices
  HiddenState, ///< what rand, strtok and their like keep
  Locale,      ///< what setlocale sets, and the tables of the locale
  Callbacks,   ///< what unknown code touches only by calling functions of the program
  Errno,       ///< errno, as the program and unknown code see it
  ErrnoSet     ///< errno, as library functions leave it: the last in the program's order wins
};
constexpr size_t specialObjects = static_cast<size_t>(SpecialObject::ErrnoSet) + 1;
constexpr uint32_t firstSpecial = ObjectId::none - specialObjects; ///< their ids end the range

/// What some bytes of an object may hold: the locations of a set.
struct HeldLocations {
  Location place;
  uint64_t size = 0;
  uint32_t set = 0; ///< in PointsTo::sets
};

struct PointsTo {
  std::vector<LocationSet> sets; ///< each different one once
  std::vector<uint32_t> targets; ///< by ValueId: the set of where the value may point
  ObjectSet escaped;             ///< objects that unknown code may reach
  std::map<ValueId, std::vector<FunctionId>> callees; ///< defined functions a call may reach
  std::set<ValueId> unknownCalls;                     ///< calls that may reach unknown code
  std::set<ObjectId> stored;       ///< objects whose address lies in memory other than parameters
  std::vector<HeldLocations> held; ///< what is not empty, by object
  /// By object: other names that its blocks get where an allocator hands them out.
  std::map<ObjectId, std::vector<ObjectId>> otherNames;
  std::set<ObjectId> ofCallbacks; ///< objects that SpecialObject::Callbacks stands for
  ObjectSet unseen;               ///< objects that may share memory under several names
  bool streamsUseMemory = false;  ///< input and output may touch memory that escaped
  bool hasMemoryFiles = false;    ///< files may end where the program decides (fmemopen)
  bool mapsFiles = false;         ///< World may hold the same bytes at several addresses
  /// Pointers that no pointer's value flows into: if they are ever used, they have been made from
  /// numbers, and lead to what the addresses lead to that are known as numbers.
  std::set<ValueId> rebuilt;
  std::set<ValueId> errnoPlaces; ///< calls that name errno (ErrnoPlaces.h)
  bool closedWorld = false;      ///< nothing outside the sources calls into them
  bool localeChanges = false;    ///< something may set the locale while the program runs
  /// Variables of the C library that the program names, by their names without underscores in
  /// front.
  std::map<std::string, std::vector<ObjectId>, std::less<>> libraryVariables;

  ObjectId special(SpecialObject object) const {
    return ObjectId(firstSpecial + static_cast<uint32_t>(object));
  }
  bool isSpecial(ObjectId object) const { return object.value >= firstSpecial; }
  const LocationSet &of(ValueId value) const { return sets[targets[value.index()]]; }
  /// The object, and all names that its blocks get where they are handed out, once or again.
  std::set<ObjectId> namesOf(ObjectId object) const;
  /// May an access through `a` touch the object `b`? Different ids alias only through World.
  bool sameMemory(ObjectId a, ObjectId b) const {
    if (isSpecial(a) && a.value > special(SpecialObject::HiddenState).value)
      return isSameReserved(a, b);
    if (isSpecial(b) && b.value > special(SpecialObject::HiddenState).value)
      return isSameReserved(b, a);
    if (a == b || (unseen.contains(a) && unseen.contains(b)))
      return true;
    ObjectId world = special(SpecialObject::World);
    auto isOpen = [&](ObjectId object) { return isSpecial(object) || escaped.contains(object); };
    return (a == world && isOpen(b)) || (b == world && isOpen(a));
  }
  /// May an object that is not special be the same memory as this other one?
  bool mayBeOthers(ObjectId object) const {
    return object == special(SpecialObject::World) || object == special(SpecialObject::Callbacks) ||
           unseen.contains(object);
  }
  /// Does `meets` hold for one of the set's locations in memory that may be the object's? Different
  /// objects are the same memory only if one is special, or both are of the unseen. Special ones
  /// come last.
  template <class Meets> bool anyIn(const LocationSet &set, ObjectId object, Meets meets) const {
    if (mayBeOthers(object))
      return std::any_of(set.begin(), set.end(), meets);
    const auto special =
        std::ranges::lower_bound(set, ObjectId(firstSpecial), {}, &Location::object);
    if (isSpecial(object))
      return std::any_of(special, set.end(), meets);
    const auto [first, last] = std::ranges::equal_range(set, object, {}, &Location::object);
    return std::any_of(first, last, meets) || std::any_of(special, set.end(), meets);
  }
  /// May one of the locations be in memory of the object?
  bool mayBeIn(const LocationSet &set, ObjectId object) const;

private:
  /// No pointer of unknown code leads to these: an access to them is recorded beside World.
  bool isSameReserved(ObjectId reserved, ObjectId other) const {
    if (reserved == special(SpecialObject::Locale))
      return reserved == other;
    if (reserved == special(SpecialObject::Callbacks))
      return reserved == other || ofCallbacks.contains(other);
    ObjectId errnoSeen = special(SpecialObject::Errno), set = special(SpecialObject::ErrnoSet);
    return (reserved == errnoSeen && (other == errnoSeen || other == set)) ||
           (reserved == set && other == errnoSeen);
  }
};

/// A pointer travels whole, or byte by byte through the character types; the language gives no
/// other integer or floating type access to a part of it.
bool mayHoldPointer(const Program &program, const ValueType &type);

/// Adds the locations that `set` lacks.
void merge(LocationSet &set, const LocationSet &added);

/// Do accesses of these sizes at these locations possibly overlap?
bool mayOverlap(const PointsTo &pointsTo, const Location &a, uint64_t sizeA, const Location &b,
                uint64_t sizeB);

} // namespace kasuri
