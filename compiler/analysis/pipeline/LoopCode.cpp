#include "analysis/pipeline/LoopCode.h"

#include "analysis/memory/PointerUses.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

static bool isInteger(const ValueType &type) { return type.kind == ValueType::Kind::Integer; }

static bool areAllAt(const LocationSet &places, const std::set<ObjectId> &objects, int64_t offset) {
  return !places.empty() && std::ranges::all_of(places, [&](const Location &each) {
    return each.stride == 0 && each.offset == offset && objects.contains(each.object);
  });
}

LoopCode::LoopCode(const PipelineDraft &draft)
    : draft(draft), program(draft.program), analysed(draft.analysed) {
  const PointerUses uses(analysed, draft.loop, {}, draft.allLeaving());
  values = uses.inLoop();
  const std::vector<ValueId> others = uses.inCallees();
  values.insert(values.end(), others.begin(), others.end());
}

bool LoopCode::touches(ValueId value, const std::set<ObjectId> &objects, const ByteRange &bytes,
                       bool isWrite) const {
  const Instruction &its = program[value];
  if (its.op == Op::Clobber)
    return true;
  if (isFollowed(value))
    return false;
  const FunctionId function = program[its.block].function;
  if (!function.valid()) // of an initializer
    return isWrite && draft.meets(Locations::sharing(analysed.pointsTo.of(its.operands[0])),
                                  unknownEnd, objects, bytes);
  const std::vector<Access> &all = analysed.effects.functions[function.index()].accessesAt(value);
  return std::ranges::any_of(all, [&](const Access &access) {
    return access.isWrite == isWrite && meets(access, objects, bytes);
  });
}

bool LoopCode::isNumberAt(ValueId value, const std::set<ObjectId> &objects,
                          const ByteRange &bytes) const {
  return isWhole(program[value]) && isAt(value, objects, bytes);
}

bool LoopCode::isAt(ValueId value, const std::set<ObjectId> &objects,
                    const ByteRange &bytes) const {
  const Instruction &its = program[value];
  return its.type.size == bytes.size() &&
         areAllAt(analysed.pointsTo.of(its.operands[0]), objects, bytes.low);
}

bool LoopCode::isWhole(const Instruction &access) {
  return !access.partial && !access.isVolatile && isInteger(access.type) &&
         access.type.bits == 8 * access.type.size;
}

bool LoopCode::isStart(ValueId pointer, const std::set<ObjectId> &objects) const {
  const ValueId value = withoutConverts(program, pointer);
  return program[value].op == Op::Load && areAllAt(analysed.pointsTo.of(value), objects, 0);
}

std::optional<ValueId> LoopCode::subscriptOf(ValueId access,
                                             const std::set<ObjectId> &objects) const {
  const Instruction &its = program[access];
  if ((its.op != Op::Load && its.op != Op::Store) || !isWhole(its))
    return std::nullopt;
  const Instruction &element = program[its.operands[0]];
  const bool isElement = element.op == Op::Element && isStart(element.operands[0], objects) &&
                         element.number == static_cast<int64_t>(its.type.size);
  return isElement ? std::optional(element.operands[1]) : std::nullopt;
}

bool LoopCode::isFresh(ObjectId variable) const {
  const Object &its = program[variable];
  return its.isPlainScalar() && its.kind == Object::Kind::Local && isInteger(its.type) &&
         (its.owner != draft.function || draft.isDeclaredInside(variable) ||
          draft.isSetInside(variable));
}

std::vector<ValueId> LoopCode::storesTo(ObjectId variable) const {
  std::vector<ValueId> stores;
  std::ranges::copy_if(valuesWithin(program, program[program[variable].owner].body),
                       std::back_inserter(stores),
                       [&](ValueId each) { return isStoreTo(program, each, variable); });
  return stores;
}

std::optional<std::vector<ValueId>> LoopCode::between(ValueId first, ValueId last) const {
  const RegionId from = program[first].block, to = program[last].block,
                 around = program[from].parent;
  std::vector<ValueId> found;
  if (from == to) {
    found = program[from].values;
  } else {
    const std::vector<RegionId> &parts = program[around].children;
    const auto begin = std::ranges::find(parts, from), end = std::ranges::find(parts, to);
    if (program[around].kind != Region::Kind::Sequence || begin == parts.end() || begin > end ||
        end == parts.end())
      return std::nullopt;
    for (auto part = begin; part <= end; ++part) {
      if (program[*part].kind != Region::Kind::Block)
        return std::nullopt;
      found.insert(found.end(), program[*part].values.begin(), program[*part].values.end());
    }
  }
  const auto begin = std::ranges::find(found, first), end = std::ranges::find(found, last);
  if (begin == found.end() || end == found.end() || begin >= end)
    return std::nullopt;
  return std::vector<ValueId>(begin + 1, end);
}

bool LoopCode::areInEachRun(std::initializer_list<ValueId> all) const {
  return std::ranges::none_of(all, [&](ValueId each) { return program[each].conditional; });
}

ValueId LoopCode::behindVariable(ValueId value) const {
  value = withoutWidening(value);
  const ValueId store = onlyStoreTo(value);
  return store.valid() ? withoutWidening(program[store].operands[1]) : value;
}

bool LoopCode::isLoadedIn(ValueId value, const std::vector<ValueId> &all) const {
  value = withoutWidening(value);
  const ValueId store = onlyStoreTo(value);
  return !store.valid() || (!program[store].conditional && store < value &&
                            std::ranges::find(all, store) != all.end());
}

ValueId LoopCode::withoutWidening(ValueId value) const {
  for (const Instruction *its = &program[value]; its->op == Op::Convert; its = &program[value]) {
    const ValueType &from = program[its->operands[0]].type;
    const bool keeps = isInteger(from) && isInteger(its->type) &&
                       (its->type.bits > from.bits ||
                        (its->type.bits == from.bits && (from.isSigned || !its->type.isSigned)));
    if (!keeps)
      break;
    value = its->operands[0];
  }
  return value;
}

ValueId LoopCode::onlyStoreTo(ValueId load) const {
  const ObjectId variable = program[load].op == Op::Load ? variableOf(program, load) : ObjectId();
  if (!variable.valid() || !program[variable].isPlainScalar() ||
      program[variable].kind != Object::Kind::Local)
    return ValueId();
  const std::vector<ValueId> stores = storesTo(variable);
  return stores.size() == 1 && isWhole(program[stores.front()]) ? stores.front() : ValueId();
}

/// Its callees' own values are among those that are looked at.
bool LoopCode::isFollowed(ValueId value) const {
  const Instruction &its = program[value];
  const auto callees = analysed.pointsTo.callees.find(value);
  return its.op == Op::Call && (its.callee.valid() || its.calleeName.empty()) &&
         callees != analysed.pointsTo.callees.end() &&
         !analysed.pointsTo.unknownCalls.contains(value) &&
         std::ranges::none_of(callees->second,
                              [&](FunctionId each) { return program[each].isTooLarge; });
}

bool LoopCode::meets(const Access &access, const std::set<ObjectId> &objects,
                     const ByteRange &bytes) const {
  const Locations targets = locationsOf(analysed.effects, analysed.pointsTo, access);
  return (bytes.isAll() || !isBeside(access, objects, bytes)) &&
         draft.meets(targets, reachOf(access), objects, bytes);
}

/// It is so many bytes from a pointer of which all places are known, and these are others.
bool LoopCode::isBeside(const Access &access, const std::set<ObjectId> &objects,
                        const ByteRange &bytes) const {
  const Window window = windowOf(analysed.effects, access, [](SymbolId) { return false; });
  const ValueId pointer = pointerOf(access);
  if (!pointer.valid() || !window.isKnown || !window.fixed.isConstant())
    return false;
  const int64_t start = window.fixed.constant();
  const LocationSet &places = analysed.pointsTo.of(pointer);
  auto isOther = [&](ObjectId object) {
    return std::ranges::none_of(
        objects, [&](ObjectId each) { return analysed.pointsTo.sameMemory(each, object); });
  };
  return !places.empty() && std::ranges::all_of(places, [&](const Location &each) {
    const int64_t low = each.offset + start + window.low, high = low + window.high - window.low;
    return isOther(each.object) || (objects.contains(each.object) && each.stride == 0 &&
                                    (high <= bytes.low || bytes.high <= low));
  });
}

/// What holds the access's base in its function; invalid: unknown.
ValueId LoopCode::pointerOf(const Access &access) const {
  if (access.base.kind != Base::Kind::Symbol)
    return ValueId();
  const Symbol &symbol = analysed.effects[access.base.symbol];
  if (symbol.parameter < 0)
    return symbol.origin;
  const Function &function = program[symbol.function];
  const ObjectId parameter = function.parameters[static_cast<size_t>(symbol.parameter)];
  const std::vector<ValueId> all = valuesWithin(program, function.body);
  const auto found = std::ranges::find_if(all, [&](ValueId each) {
    return program[each].op == Op::Load && variableOf(program, each) == parameter;
  });
  return found != all.end() && program[parameter].isPlainScalar() ? *found : ValueId();
}

} // namespace kasuri
