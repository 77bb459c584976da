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
// A function that has left a string somewhere tells its caller so, if a parameter or a variable
// leads there: for each place where it returns, since the result may say which of them it was. What
// the caller does in front of the test of that result counts as well: so such a string is followed
// from the call on, as one that is there if the call has returned so.
//
//     if (!parse(line, &entry)) continue;      `return 1` has left a string in entry.name
//     add(&table, entry.name);                 reads that one, as far as nothing in add writes
//     there
//
// What a called function reads of a string, and what it writes, have no order for its caller. So a
// string of which the call may write something is not taken to be read as it was in front of it.
//
// Strings at places that are not fixed are not followed.
#include "analysis/symbolic/Texts.h"

#include "analysis/library/LibraryFunctions.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxTexts = 64; ///< to look at with each write

/// What is the same in both.
template <class Map> void keepCommon(Map &map, const Map &other) {
  std::erase_if(map, [&](const auto &each) {
    const auto same = other.find(each.first);
    return same == other.end() || !(same->second == each.second);
  });
}

bool leavesText(const Instruction &value) {
  const LibraryFunction *function = libraryCalled(value);
  return function && std::ranges::any_of(function->effects, [](const ArgumentEffect &effect) {
           return effect.writes && effect.isText;
         });
}

bool isLength(const Instruction &value) {
  return libraryCalled(value) == findLibraryFunction("strlen");
}

/// From outside, in each execution of the function the same.
bool isFixed(const Symbol &symbol) { return symbol.parameter >= 0 || symbol.entrySize != 0; }

} // namespace

bool storesEnd(const Program &program, ValueId id) {
  const Instruction &value = program[id];
  return value.op == Op::Store && value.type.kind == ValueType::Kind::Integer &&
         value.type.size == 1 && isZero(program, value.operands[1]);
}

bool mayLeaveTexts(const Program &program, const FunctionAccesses &known, RegionId region,
                   bool fills) {
  auto hasTexts = [](const ReturnedWrites &each) { return !each.texts.empty(); };
  return std::ranges::any_of(valuesWithin(program, region), [&](ValueId id) {
    const auto results = known.writtenByResult.find(id);
    return leavesText(program[id]) || (fills && storesEnd(program, id)) ||
           known.textsBy.contains(id) ||
           (results != known.writtenByResult.end() &&
            std::ranges::any_of(results->second, hasTexts));
  });
}

std::optional<CountedBytes> countedBytes(const Program &program, const Effects &effects,
                                         const Access &access) {
  if (access.size == 0)
    return std::nullopt;
  for (const auto &[byte, coefficient] : access.offset.terms()) {
    if (coefficient != 1 || effects[byte].range.low < 0)
      continue;
    const auto place = Linear::add(access.offset, Linear::symbol(byte), -1);
    for (const Linear &constraint : effects[byte].constraints) { // length - byte + rest >= 0
      const int64_t behind = constraint.constant() + static_cast<int64_t>(access.size) - 1;
      if (constraint.terms().size() != 2 || constraint.coefficientOf(byte) != -1 || behind > 0)
        continue;
      for (const auto &[symbol, factor] : constraint.terms())
        if (const ValueId origin = effects[symbol].origin;
            symbol != byte && factor == 1 && place && origin.valid() && isLength(program[origin]))
          return CountedBytes{origin, *place};
    }
  }
  return std::nullopt;
}

void Texts::execute(const TextContext &context, ValueId id, const std::vector<Access> &accesses) {
  const bool isEnd = storesEnd(context.program, id);
  lengths.erase(id);
  for (const Access &access : accesses) {
    const auto place = placeOf(context.effects, access);
    if (!access.isWrite && access.isText && isLength(context.program[id]) && place &&
        whole.contains(*place))
      lengths[id] = *place;
    if ((!access.isWrite && !access.isOpaque) || isEnd)
      continue;
    auto isWritten = [&](const Strings::value_type &text) {
      return mayWrite(context, access, text);
    };
    std::erase_if(whole, isWritten);
    for (auto &[call, strings] : ifReturned)
      std::erase_if(strings, isWritten);
    if (access.isText)
      add(context, access);
  }
}

void Texts::add(const TextContext &context, const Access &text) {
  if (const auto found = textOf(context, text); found && isReached && whole.size() < maxTexts)
    whole.insert_or_assign(found->first, found->second);
}

void Texts::addIfReturned(const TextContext &context, ValueId call, size_t number,
                          const std::vector<Access> &texts) {
  Strings &strings = ifReturned[{call, number}];
  strings.clear();
  for (const Access &text : texts)
    if (const auto found = textOf(context, text); found && isReached)
      strings.insert(*found);
}

void Texts::assumeReturned(ValueId call, const std::vector<size_t> &numbers) {
  std::optional<Strings> common;
  for (size_t number : numbers) {
    const auto found = ifReturned.find({call, number});
    const Strings strings = found != ifReturned.end() ? found->second : Strings();
    if (!common)
      common = strings;
    keepCommon(*common, strings);
  }
  if (common)
    whole.insert(common->begin(), common->end());
}

bool Texts::covers(const TextContext &context, ValueId id, const Access &access,
                   const std::vector<Access> &accesses) const {
  const auto [program, pointsTo, effects] = context;
  const auto place = placeOf(effects, access);
  const auto text = access.isText && place ? whole.find(*place) : whole.end();
  if (text != whole.end()) {
    const bool isAtOnce = access.origin == id; // not somewhere in what is called
    return isAtOnce || std::ranges::none_of(accesses, [&](const Access &each) {
             return (each.isWrite || each.isOpaque) && mayWrite(context, each, *text);
           });
  }
  if (const auto counted = countedBytes(program, effects, access);
      counted && counted->place.isConstant()) {
    const auto known = lengths.find(counted->length);
    if (known != lengths.end() && known->second == Place(access.base, counted->place.constant()))
      return true;
  }
  if (access.base.kind != Base::Kind::Object || access.size == 0 ||
      access.offset.terms().size() != 1)
    return false;
  const auto &[symbol, coefficient] = access.offset.terms()[0];
  const auto counted = lengths.find(effects[symbol].origin);
  // The 0 behind the counted bytes has been written, too.
  return counted != lengths.end() && coefficient == 1 && counted->second == Place(access.base, 0) &&
         access.offset.constant() + static_cast<int64_t>(access.size) <= 1;
}

std::vector<Access> Texts::all() const {
  std::vector<Access> texts;
  if (isReached)
    for (const auto &[place, extent] : whole)
      texts.push_back(accessTo(place, extent));
  return texts;
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
  keepCommon(whole, other.whole);
  keepCommon(lengths, other.lengths);
  std::erase_if(ifReturned,
                [&](const auto &each) { return !other.ifReturned.contains(each.first); });
  for (auto &[call, strings] : ifReturned)
    keepCommon(strings, other.ifReturned.at(call));
}

bool Texts::loopBack(const Texts &behind) {
  if (!isReached)
    return false;
  const Texts before = *this;
  join(behind);
  return whole != before.whole || lengths != before.lengths || ifReturned != before.ifReturned;
}

/// Of what is fixed.
std::optional<Texts::Place> Texts::placeOf(const Effects &effects, const Access &access) {
  const Base &base = access.base;
  const bool isKnown = base.kind == Base::Kind::Object ||
                       (base.kind == Base::Kind::Symbol && isFixed(effects[base.symbol]));
  return isKnown && access.offset.isConstant()
             ? std::optional(Place(base, access.offset.constant()))
             : std::nullopt;
}

/// None: there may be several such places.
std::optional<Texts::Strings::value_type> Texts::textOf(const TextContext &context,
                                                        const Access &text) {
  const auto place = placeOf(context.effects, text);
  const bool isObject = place && text.base.kind == Base::Kind::Object;
  if (!place || (isObject && (context.pointsTo.isSpecial(text.base.object) ||
                              context.program[text.base.object].kind == Object::Kind::Heap)))
    return std::nullopt;
  if (!isObject && !text.address.valid())
    return std::nullopt;
  Extent extent;
  extent.keepsCaller = text.confined.keepsCaller;
  extent.address = isObject ? ValueId() : text.address;
  const Linear &start = text.confined.start;
  if (text.confined.extent > 0 && start.isConstant() && start.constant() <= place->second)
    extent.end = start.constant() + text.confined.extent;
  else if (isObject)
    extent.end = static_cast<int64_t>(context.program[text.base.object].type.size);
  return Strings::value_type(*place, extent);
}

Access Texts::accessTo(const Place &place, const Extent &extent) {
  Access text;
  text.base = place.first;
  text.offset = Linear(place.second);
  if (extent.end > place.second) {
    text.confined.start = text.offset;
    text.confined.extent = extent.end - place.second;
  }
  text.confined.keepsCaller = extent.keepsCaller;
  text.address = extent.address;
  text.isWrite = text.isText = true;
  return text;
}

bool Texts::mayWrite(const TextContext &context, const Access &access,
                     const Strings::value_type &text) {
  return mayTouchSame(context.effects, context.pointsTo, accessTo(text.first, text.second), access);
}

} // namespace kasuri
