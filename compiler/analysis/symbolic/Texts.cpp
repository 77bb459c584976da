// Following strings from where they are made to where they are read.
//
//     sprintf(name, "row-%d", r);          name holds a string, all of which is written
//     f = fopen(name, "w");                reads it up to its end, so what was there before is not
//     n = strlen(name);                    read; and n bytes of it have been written
//     last = name[n - 1];
//
// A function that leaves a string writes all of it up to the 0 at its end. How long that is, nobody
// knows in front of the call; but who reads no further than to the first 0 reads nothing else. So
// a fact is a place from which on a whole string has been written. It ends where something may
// write into the string, and with that over its 0. To store a 0 only makes it shorter.
//
// Bytes that have been written stay so. What strlen has counted in a whole string is therefore
// written for good, whatever becomes of the string. Below the start of a variable nothing is asked:
// no access leaves it.
//
// Strings at places that are not fixed, and what called functions do, are not followed.
#include "analysis/symbolic/Texts.h"

#include "analysis/library/LibraryFunctions.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

bool leavesText(const Instruction &value) {
  const LibraryFunction *function = libraryCalled(value);
  return function && std::ranges::any_of(function->effects, [](const ArgumentEffect &effect) {
           return effect.writes && effect.isText;
         });
}

bool isLength(const Instruction &value) {
  return libraryCalled(value) == findLibraryFunction("strlen");
}

bool storesZero(const Program &program, ValueId id) {
  const Instruction &value = program[id];
  return value.op == Op::Store && value.type.kind == ValueType::Kind::Integer &&
         value.type.size == 1 && isZero(program, value.operands[1]);
}

} // namespace

bool mayLeaveTexts(const Program &program, RegionId region) {
  return std::ranges::any_of(valuesWithin(program, region),
                             [&](ValueId id) { return leavesText(program[id]); });
}

void Texts::execute(const Program &program, ValueId id, const std::vector<Access> &accesses) {
  for (const Access &access : accesses) {
    const auto place = placeOf(access);
    lengths.erase(id);
    if (!access.isWrite && access.isText && isLength(program[id]) && place &&
        whole.contains(*place))
      lengths[id] = *place;
    if ((!access.isWrite && !access.isOpaque) || storesZero(program, id))
      continue;
    std::erase_if(whole, [&](const Place &each) {
      return access.base.kind != Base::Kind::Object || access.base.object == each.first;
    });
    if (place && access.isText && program[place->first].kind != Object::Kind::Heap)
      whole.insert(*place);
  }
}

bool Texts::covers(const Effects &effects, const Access &access) const {
  const auto place = placeOf(access);
  if (access.isText && place && whole.contains(*place))
    return true;
  if (access.base.kind != Base::Kind::Object || access.size == 0 ||
      access.offset.terms().size() != 1)
    return false;
  const auto &[symbol, coefficient] = access.offset.terms()[0];
  const auto counted = lengths.find(effects[symbol].origin);
  // The 0 behind the counted bytes has been written, too.
  return counted != lengths.end() && coefficient == 1 &&
         counted->second == Place(access.base.object, 0) &&
         access.offset.constant() + static_cast<int64_t>(access.size) <= 1;
}

void Texts::leave() {
  *this = {};
  isReached = false;
}

void Texts::join(const Texts &other) {
  if (!other.isReached)
    return;
  if (!isReached) {
    *this = other;
    return;
  }
  std::erase_if(whole, [&](const Place &place) { return !other.whole.contains(place); });
  std::erase_if(lengths, [&](const auto &each) { return !other.lengths.contains(each.first); });
}

bool Texts::loopBack(const Texts &behind) {
  if (!isReached)
    return false;
  const Texts before = *this;
  join(behind);
  return whole != before.whole || lengths != before.lengths;
}

/// Of what is fixed.
std::optional<Texts::Place> Texts::placeOf(const Access &access) {
  if (access.base.kind != Base::Kind::Object || !access.offset.isConstant())
    return std::nullopt;
  return Place(access.base.object, access.offset.constant());
}

} // namespace kasuri
