#include "analysis/reduction/ReductionPlaces.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

static constexpr uint64_t largestBounded = 1024 * 1024; ///< bytes

/// If there is an iteration, the first one reads the place, and nothing leads past that.
static bool isReadFirst(const Program &program, RegionId loop,
                        const std::vector<ValueId> &accesses) {
  const RegionId body = program[loop].children[0];
  for (RegionId each : regionsWithin(program, body))
    if (program[each].kind == Region::Kind::Jump || program[each].kind == Region::Kind::Opaque)
      return false;
  return std::any_of(accesses.begin(), accesses.end(), [&](ValueId id) {
    RegionId around = program[program[id].block].parent;
    bool isTest = program[around].kind == Region::Kind::Branch &&
                  program[around].condition == program[id].block;
    bool isInBody =
        around == body || (isTest && (around == body || program[around].parent == body));
    return program[id].op == Op::Load && !program[id].conditional && isInBody;
  });
}

/// A member of what a variable points to, by its first byte.
struct PointedMember {
  ObjectId pointer;
  int64_t offset = 0;
  bool operator==(const PointedMember &) const = default;
};

static std::optional<PointedMember> memberAt(const Program &program, ValueId address) {
  PointedMember member;
  for (; program[address].op == Op::Field; address = program[address].operands[0])
    member.offset += program[address].number;
  member.pointer = program[address].op == Op::Load ? variableOf(program, address) : ObjectId();
  const bool isPlain = member.pointer.valid() && program[member.pointer].isPlainScalar();
  return isPlain ? std::optional(member) : std::nullopt;
}

/// Straight code in front of the loop has stored to all of the place, and since then nothing may
/// have freed it or changed the pointer: it is there even if no iteration comes to it.
///
///     s->most = row[0];
///     for (...) for (...) if (row[j] > s->most) s->most = row[j];
static bool isSetInFront(const Program &program, RegionId loop, ValueId update) {
  const std::optional<PointedMember> wanted = memberAt(program, program[update].operands[0]);
  const Region &parent = program[program[loop].parent];
  if (!wanted || parent.kind != Region::Kind::Sequence)
    return false;
  auto before = std::find(parent.children.rbegin(), parent.children.rend(), loop);
  while (before != parent.children.rend() && ++before != parent.children.rend()) {
    if (program[*before].kind != Region::Kind::Block)
      return false;
    const std::vector<ValueId> &values = program[*before].values;
    for (auto id = values.rbegin(); id != values.rend(); ++id) {
      const Instruction &value = program[*id];
      if (value.op == Op::Call || value.op == Op::Clobber ||
          isStoreTo(program, *id, wanted->pointer))
        return false;
      const bool isWhole = value.op == Op::Store && !value.conditional && !value.partial &&
                           !value.isVolatile && value.type.size >= program[update].type.size;
      if (isWhole && memberAt(program, value.operands[0]) == wanted)
        return true;
    }
  }
  return false;
}

/// Of an array of unknown size behind a variable: the elements that the subscripts may be. Those of
/// them that no subscript is may not be there, so nothing may be done to them.
static std::optional<Access> boundedArray(const AnalysedProgram &analysed, RegionId loop,
                                          const Reduction &reduction, ValueId root) {
  const Program &program = analysed.program;
  const FunctionAccesses &known = analysed.effects.functions[program[loop].function.index()];
  ObjectId pointer = variableOf(program, root);
  auto before = known.before.find(loop);
  if (!pointer.valid() || before == known.before.end() || !before->second.contains(pointer))
    return std::nullopt;
  const SymbolicValue &start = before->second.at(pointer);
  const uint64_t element = program[reduction.update].type.size;
  const std::vector<Access> &updates = known.accessesAt(reduction.update);
  if (updates.empty())
    return std::nullopt;
  Access whole = updates.front();
  int64_t end = 0;
  for (ValueId id : reduction.place->accesses)
    for (const Access &access : known.accessesAt(id)) {
      auto distance = Linear::add(access.offset, start.offset, -1);
      const Range range = distance ? rangeOf(analysed.effects, *distance) : Range{};
      bool isBounded = distance && access.base == start.base && access.size == element &&
                       range.low >= 0 && range.high < int64_t(largestBounded);
      if (!isBounded)
        return std::nullopt;
      end = std::max(end, range.high + static_cast<int64_t>(element));
    }
  whole.base = start.base;
  whole.offset = start.offset;
  whole.size = static_cast<uint64_t>(end) / element * element;
  whole.unit = 0;
  whole.confined = {};
  bool isPlain = start.kind == SymbolicValue::Kind::Pointer && end > 0;
  return isPlain && isOnePlace(program, analysed.effects, loop, whole) ? std::optional(whole)
                                                                       : std::nullopt;
}

/// What is set is there when it is set, and behind the loop only then.
bool settleCompanions(const Program &program, PlaceJudge &places, Reduction &reduction) {
  for (Place &place : reduction.companionPlaces) {
    const ValueId store = place.accesses.front();
    const ValueId address = program[store].operands[0];
    const auto whole = places.isFixed(address) ? places.wholeOf(store, address) : std::nullopt;
    if (!whole || !places.isApart(*whole, place.accesses))
      return false;
    place.bytes = whole->size;
    place.seenBy = places.seenBy(*whole, address);
  }
  return true;
}

bool settle(const AnalysedProgram &analysed, RegionId loop, PlaceJudge &places,
            Reduction &reduction, std::set<ValueId> *touching) {
  const Program &program = analysed.program;
  ValueId root = withoutSubscripts(program, program[reduction.update].operands[0],
                                   reduction.place->subscripts);
  std::optional<Access> whole =
      places.isFixed(root) ? places.wholeOf(reduction.update, root) : std::nullopt;
  if (!whole && places.isFixed(root) && reduction.place->subscripts == 1)
    whole = boundedArray(analysed, loop, reduction, root);
  bool isReadable = !startsFromBefore(reduction.kind) || places.isAlwaysThere(root) ||
                    isReadFirst(program, loop, reduction.place->accesses) ||
                    isSetInFront(program, loop, reduction.update);
  if (!whole || !isReadable || !settleCompanions(program, places, reduction))
    return false;
  if (touching)
    *touching = places.touching(*whole, reduction.place->accesses);
  else if (!places.isApart(*whole, reduction.place->accesses))
    return false;
  reduction.place->bytes = whole->size;
  reduction.place->seenBy = places.seenBy(*whole, root);
  return true;
}

} // namespace kasuri
