#include "model/Inline.h"

#include "model/Regions.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

bool isReturn(const Program &program, RegionId region) {
  return program[region].jump == Region::JumpKind::Return;
}

/// The `return` at a function's very end, which does nothing but that.
RegionId lastReturn(const Program &program, const Function &function) {
  const std::vector<RegionId> &statements = program[function.body].children;
  const bool isThere = !statements.empty() && isReturn(program, statements.back());
  return isThere ? statements.back() : RegionId();
}

bool isOneValue(const ValueType &given, const ValueType &taken) {
  return given.kind == taken.kind && given.size == taken.size && given.size > 0;
}

bool takesArguments(const Program &program, const Instruction &call) {
  const std::vector<ObjectId> &parameters = program[call.callee].parameters;
  if (program[call.callee].isVariadic || call.operands.size() != parameters.size())
    return false;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (program[parameters[i]].isVolatile ||
        !isOneValue(program[call.operands[i]].type, program[parameters[i]].type))
      return false;
  return true;
}

bool hasOwnStatics(const Program &program, FunctionId function) {
  return std::any_of(program.objects.begin(), program.objects.end(), [&](const Object &each) {
    return each.kind == Object::Kind::Static && each.owner == function;
  });
}

/// C says of all that its statement does whether it comes before or after the call: what the call
/// needs, or what needs its result. In `f(i) + p[-1]` compilers may load p[-1] first or last.
bool isSequenced(const Program &program, ValueId call) {
  std::set<ValueId> needed = {call}, dependent = {call};
  const std::vector<ValueId> &values = program[program[call].block].values;
  for (auto value = values.rbegin(); value != values.rend(); ++value)
    if (needed.contains(*value))
      needed.insert(program[*value].operands.begin(), program[*value].operands.end());
  return std::all_of(values.begin(), values.end(), [&](ValueId each) {
    const Instruction &value = program[each];
    if (std::any_of(value.operands.begin(), value.operands.end(),
                    [&](ValueId operand) { return dependent.contains(operand); }))
      dependent.insert(each);
    const ObjectId variable = value.op == Op::Load ? variableOf(program, each) : ObjectId();
    const bool isOfFunction = variable.valid() && program[variable].isPlainScalar();
    const bool isAccess = value.op == Op::Load || value.op == Op::Store || value.op == Op::Call ||
                          value.op == Op::Clobber;
    return !isAccess || isOfFunction || needed.contains(each) || dependent.contains(each);
  });
}

class Inliner {
public:
  Inliner(const Program &program, const std::set<ValueId> &calls) : program(program) {
    for (ValueId call : calls)
      inlinings.emplace(program[call].block, Inlining{call});
    for (const auto &[block, inlining] : inlinings)
      parts[program[inlining.call].callee];
    for (size_t i = 0; i < program.regions.size(); ++i)
      if (auto part = parts.find(program.regions[i].function); part != parts.end())
        part->second.regions.emplace_back(i);
    for (size_t i = 0; i < program.values.size(); ++i)
      if (auto part = parts.find(program[program.values[i].block].function); part != parts.end())
        part->second.values.emplace_back(i);
  }

  InlinedProgram run() {
    made.program = program;
    made.program.regions.clear();
    made.program.values.clear();
    made.firstNewObject = program.objects.size();
    for (auto &[block, inlining] : inlinings)
      copyObjects(inlining);
    numberRegions();
    numberValues();
    for (size_t i = 0; i < program.regions.size(); ++i)
      fill(made.copies.at(RegionId(i)), program.regions[i], made.copies, newValues, nullptr);
    for (auto &[block, inlining] : inlinings)
      fillCopies(block, inlining);
    mapRest();
    return std::move(made);
  }

private:
  using RegionMap = std::unordered_map<RegionId, RegionId>;
  using ValueMap = std::unordered_map<ValueId, ValueId>;

  /// All of a function that is called.
  struct Parts {
    std::vector<RegionId> regions;
    std::vector<ValueId> values;
  };

  /// A call that is replaced, and what stands in its place: by id of the original.
  struct Inlining {
    ValueId call;
    std::map<ObjectId, ObjectId> objects = {};
    ObjectId result = {};
    RegionMap regions = {};
    ValueMap values = {};
    RegionId stretch = {};            ///< what is left where the function returns early
    RegionId behind = {};             ///< the block with what follows the call
    size_t begin = 0;                 ///< of the values that stand in its place, in the copy
    std::vector<ValueId> handed = {}; ///< the stores to parameters, with what they need
    std::vector<ValueId> kept = {};   ///< the stores to the result
  };

  const Program &program;
  std::map<RegionId, Inlining> inlinings; ///< by block of the call
  std::map<FunctionId, Parts> parts;
  ValueMap newValues;
  InlinedProgram made;

  const Function &calleeOf(const Inlining &inlining) const {
    return program[program[inlining.call].callee];
  }
  FunctionId callerOf(const Inlining &inlining) const {
    return program[program[inlining.call].block].function;
  }

  const Parts &partsOf(const Inlining &inlining) const {
    return parts.at(program[inlining.call].callee);
  }

  ObjectId addObject(Object object, FunctionId owner) {
    object.kind = Object::Kind::Local;
    object.owner = owner;
    object.isRestrict = false;
    made.program.objects.push_back(std::move(object));
    return ObjectId(made.program.objects.size() - 1);
  }

  void copyObjects(Inlining &inlining) {
    const FunctionId callee = program[inlining.call].callee;
    for (size_t i = 0; i < program.objects.size(); ++i)
      if (program.objects[i].owner == callee && program.objects[i].isAutomatic())
        inlining.objects.emplace(i, addObject(program.objects[i], callerOf(inlining)));
    for (ObjectId each : program[callee].parameters)
      made.program[inlining.objects.at(each)].copyOf = each;
    if (calleeOf(inlining).result.kind == ValueType::Kind::None)
      return;
    Object result;
    result.name = calleeOf(inlining).name;
    result.type = calleeOf(inlining).result;
    result.location = program[inlining.call].location;
    inlining.result = addObject(result, callerOf(inlining));
  }

  RegionId addRegion(RegionId from, InlinedPlace place) {
    made.program.regions.emplace_back();
    made.regions.push_back(from);
    made.places.push_back(std::move(place));
    return RegionId(made.program.regions.size() - 1);
  }

  void numberRegions() {
    for (size_t i = 0; i < program.regions.size(); ++i) {
      made.copies[RegionId(i)] = addRegion(RegionId(i), {});
      auto found = inlinings.find(RegionId(i));
      if (found == inlinings.end())
        continue;
      Inlining &inlining = found->second;
      made.places.back().replaced = inlining.call;
      for (RegionId each : partsOf(inlining).regions) {
        if (each == lastReturn(program, calleeOf(inlining)))
          continue;
        inlining.regions[each] = addRegion(each, {{inlining.call}});
        if (each == calleeOf(inlining).body)
          inlining.stretch = addRegion({}, {{inlining.call}});
      }
      inlining.behind = addRegion(RegionId(i), {{}, inlining.call, true});
    }
  }

  ValueId addValue(Instruction value, ValueId from) {
    made.program.values.push_back(std::move(value));
    made.values.push_back(from);
    return ValueId(made.program.values.size() - 1);
  }

  ValueId addAddress(ObjectId object, RegionId block, SourceLocation where) {
    Instruction address;
    address.op = Op::Address;
    address.type = {ValueType::Kind::Pointer, false, 0, program.pointerBytes};
    address.object = object;
    address.block = block;
    address.location = where;
    return addValue(std::move(address), {});
  }

  /// A load, or a store of `stored`.
  ValueId addAccess(ObjectId object, ValueId stored, RegionId block, SourceLocation where) {
    const Object &its = made.program[object];
    Instruction access;
    access.op = stored.valid() ? Op::Store : Op::Load;
    access.type = its.type;
    access.operands = {addAddress(object, block, where)};
    if (stored.valid())
      access.operands.push_back(stored);
    if (its.type.kind != ValueType::Kind::Aggregate && its.type.size <= 16)
      access.effective = {its.type.kind, static_cast<uint8_t>(its.type.size)};
    access.location = where;
    access.text = its.name;
    access.block = block;
    return addValue(std::move(access), {});
  }

  void numberValues() {
    for (size_t i = 0; i < program.values.size(); ++i) {
      const Instruction &value = program.values[i];
      auto found = inlinings.find(value.block);
      if (found != inlinings.end() && found->second.call == ValueId(i))
        replaceCall(found->second);
      else
        newValues[ValueId(i)] =
            addValue(mapped(value, made.copies, newValues, nullptr), ValueId(i));
    }
  }

  void replaceCall(Inlining &inlining) {
    const Instruction &call = program[inlining.call];
    const RegionId block = made.copies.at(call.block);
    const std::vector<ObjectId> &parameters = calleeOf(inlining).parameters;
    inlining.begin = made.program.values.size();
    for (size_t i = 0; i < parameters.size(); ++i)
      addAccess(inlining.objects.at(parameters[i]), newValues.at(call.operands[i]), block,
                call.location);
    for (size_t i = inlining.begin; i < made.program.values.size(); ++i)
      inlining.handed.emplace_back(i);
    copyValues(inlining);
    if (inlining.result.valid()) {
      const ValueId loaded = addAccess(inlining.result, {}, inlining.behind, call.location);
      made.values[loaded.index()] = inlining.call;
      newValues[inlining.call] = loaded;
    }
  }

  void copyValues(Inlining &inlining) {
    std::map<ValueId, RegionId> returns; ///< by the last value in front of it
    for (RegionId each : partsOf(inlining).regions)
      if (isReturn(program, each) && program[each].returned.valid())
        returns.emplace(program[program[program[each].returned].block].values.back(), each);
    for (ValueId each : partsOf(inlining).values) {
      const Instruction &value = program[each];
      inlining.values[each] =
          addValue(mapped(value, inlining.regions, inlining.values, &inlining.objects), each);
      if (auto found = returns.find(each); found != returns.end()) {
        const Region &jump = program[found->second];
        inlining.kept.push_back(addAccess(inlining.result, inlining.values.at(jump.returned),
                                          inlining.regions.at(value.block), jump.location));
      }
    }
  }

  static Instruction mapped(Instruction value, const RegionMap &regions, const ValueMap &values,
                            const std::map<ObjectId, ObjectId> *objects) {
    value.block = regions.at(value.block);
    for (ValueId &operand : value.operands)
      operand = values.at(operand);
    value.object = mapped(value.object, objects);
    return value;
  }

  static ObjectId mapped(ObjectId object, const std::map<ObjectId, ObjectId> *objects) {
    if (!objects)
      return object;
    auto found = objects->find(object);
    return found == objects->end() ? object : found->second;
  }

  /// Invalid for what the copy does not have.
  template <class Id> static Id mapped(Id id, const std::unordered_map<Id, Id> &ids) {
    auto found = ids.find(id);
    return found == ids.end() ? Id() : found->second;
  }

  void fill(RegionId to, const Region &from, const RegionMap &regions, const ValueMap &values,
            const std::map<ObjectId, ObjectId> *objects) {
    Region &region = made.program[to];
    region = from;
    for (RegionId *each :
         {&region.parent, &region.init, &region.condition, &region.step, &region.target})
      *each = mapped(*each, regions);
    for (ValueId *each : {&region.conditionValue, &region.returned, &region.counted.initial,
                          &region.counted.tested, &region.counted.bound})
      *each = mapped(*each, values);
    for (ValueId &each : region.counted.otherBounds)
      each = mapped(each, values);
    region.counted.variable = mapped(region.counted.variable, objects);
    region.values.clear();
    for (ValueId each : from.values)
      if (const ValueId value = mapped(each, values); value.valid())
        region.values.push_back(value);
    region.children.clear();
    for (RegionId each : from.children)
      if (const RegionId child = mapped(each, regions); child.valid())
        region.children.push_back(child);
  }

  void fillCopies(RegionId block, Inlining &inlining) {
    const RegionId callBlock = made.copies.at(block), around = made.program[callBlock].parent;
    const RegionId body = calleeOf(inlining).body;
    for (RegionId each : partsOf(inlining).regions)
      if (const RegionId to = mapped(each, inlining.regions); to.valid()) {
        fill(to, program[each], inlining.regions, inlining.values, &inlining.objects);
        made.program[to].function = callerOf(inlining);
        if (isReturn(program, each))
          leaveBy(to, inlining.stretch);
      }
    for (const auto &[from, to] : inlining.objects) {
      const RegionId scope = program[from].scope;
      made.program[to].scope = inlining.regions.at(scope.valid() ? scope : body);
    }
    if (inlining.result.valid())
      made.program[inlining.result].scope = around;
    for (ValueId each : inlining.kept) {
      std::vector<ValueId> &block = made.program[made.program[each].block].values;
      block.push_back(made.program[each].operands[0]);
      block.push_back(each);
    }
    const RegionId inlined = inlining.regions.at(body);
    wrapStatements(inlined, inlining.stretch);
    made.program[inlined].parent = around;
    splitBlock(callBlock, inlining);
    std::vector<RegionId> &siblings = made.program[around].children;
    siblings.insert(std::find(siblings.begin(), siblings.end(), callBlock) + 1,
                    {inlined, inlining.behind});
  }

  /// A jump to right behind the function's statements.
  void leaveBy(RegionId jump, RegionId stretch) {
    made.program[jump].jump = Region::JumpKind::Goto;
    made.program[jump].returned = {};
    made.program[jump].target = stretch;
  }

  void wrapStatements(RegionId body, RegionId stretch) {
    Region &outer = made.program[body], &inner = made.program[stretch];
    inner = outer;
    inner.parent = body;
    inner.isStretch = true;
    for (RegionId child : inner.children)
      made.program[child].parent = stretch;
    outer.children = {stretch};
  }

  /// What follows the call stands in a block of its own.
  void splitBlock(RegionId callBlock, const Inlining &inlining) {
    Region &before = made.program[callBlock], &behind = made.program[inlining.behind];
    behind = before;
    const auto cut = std::find_if(before.values.begin(), before.values.end(),
                                  [&](ValueId each) { return each.index() >= inlining.begin; });
    behind.values.assign(cut, before.values.end());
    before.values.erase(cut, before.values.end());
    before.values.insert(before.values.end(), inlining.handed.begin(), inlining.handed.end());
    if (inlining.result.valid()) {
      const ValueId loaded = newValues.at(inlining.call);
      behind.values.insert(behind.values.begin(), made.program[loaded].operands[0]);
    }
    for (ValueId each : behind.values)
      made.program[each].block = inlining.behind;
  }

  void mapRest() {
    for (Function &each : made.program.functions)
      each.body = mapped(each.body, made.copies);
    for (size_t i = 0; i < made.firstNewObject; ++i)
      made.program.objects[i].scope = mapped(made.program.objects[i].scope, made.copies);
    for (Annotation &each : made.program.annotations)
      each.region = mapped(each.region, made.copies);
    made.program.initialisers = mapped(made.program.initialisers, made.copies);
  }
};

} // namespace

bool canBeInlined(const Program &program, ValueId id) {
  const Instruction &call = program[id];
  if (call.op != Op::Call || !call.callee.valid() || call.conditional || call.object.valid())
    return false;
  const RegionId around = program[call.block].parent;
  if (!around.valid() || program[around].kind != Region::Kind::Sequence ||
      program[call.block].function == call.callee)
    return false;
  const Function &callee = program[call.callee];
  if (program[callee.body].kind != Region::Kind::Sequence || !takesArguments(program, call) ||
      !isSequenced(program, id) || hasOwnStatics(program, call.callee))
    return false;
  const std::vector<RegionId> regions = regionsWithin(program, callee.body);
  const std::vector<ValueId> values = valuesWithin(program, callee.body);
  const bool hasResult = callee.result.kind != ValueType::Kind::None;
  return std::all_of(regions.begin(), regions.end(),
                     [&](RegionId each) {
                       const bool isSound =
                           !isReturn(program, each) || program[each].returned.valid() == hasResult;
                       return isSound && program[each].kind != Region::Kind::Opaque;
                     }) &&
         std::none_of(values.begin(), values.end(), [&](ValueId each) {
           return program[each].op == Op::Call && program[each].object.valid();
         });
}

bool CallsToInline::add(const Program &program, const std::set<ValueId> &more) {
  const auto fits = [&](ValueId call) {
    const FunctionId caller = program[program[call].block].function;
    return !callees.contains(caller) && !callers.contains(program[call].callee);
  };
  if (!std::all_of(more.begin(), more.end(), fits))
    return false;
  calls.insert(more.begin(), more.end());
  for (ValueId call : more) {
    callers.insert(program[program[call].block].function);
    callees.insert(program[call].callee);
  }
  return true;
}

std::set<ValueId> callsToInline(const Program &program, RegionId region,
                                const std::function<bool(FunctionId)> &fits) {
  std::set<ValueId> found;
  for (RegionId statement : statementsOf(program, region)) {
    if (program[statement].kind != Region::Kind::Block)
      continue;
    const std::vector<ValueId> &values = program[statement].values;
    const auto call = std::find_if(values.begin(), values.end(), [&](ValueId each) {
      const FunctionId callee = program[each].callee;
      return callee.valid() && fits(callee) && canBeInlined(program, each);
    });
    if (call != values.end())
      found.insert(*call);
  }
  return found;
}

InlinedProgram inlineCalls(const Program &program, const CallsToInline &what) {
  return Inliner(program, what.calls).run();
}

CallPath InlinedProgram::pathOf(ValueId call) const {
  CallPath path = places[program[call].block.index()].path;
  path.push_back(values[call.index()]);
  return path;
}

/// A place in a copy of the copy. `around`: where that stands in the copy of which it is one.
static InlinedPlace inOriginal(const InlinedProgram &copy, const InlinedPlace &place,
                               const InlinedPlace &around) {
  InlinedPlace made = around;
  if (place.isCut()) {
    made.replaced = copy.values[place.replaced.index()];
    made.isBehind = place.isBehind;
  }
  if (place.path.empty())
    return made;
  const CallPath path = copy.pathOf(place.path.front());
  made.path.insert(made.path.begin(), path.begin(), path.end());
  return made;
}

InlinedProgram inlineCalls(const InlinedProgram &copy, const CallsToInline &what) {
  InlinedProgram made = inlineCalls(copy.program, what);
  made.firstNewObject = copy.firstNewObject;
  for (size_t i = 0; i < made.regions.size(); ++i) {
    RegionId &from = made.regions[i];
    made.places[i] =
        inOriginal(copy, made.places[i], from.valid() ? copy.places[from.index()] : InlinedPlace());
    from = from.valid() ? copy.regions[from.index()] : RegionId();
  }
  for (ValueId &from : made.values)
    from = from.valid() ? copy.values[from.index()] : ValueId();
  std::unordered_map<RegionId, RegionId> copies;
  for (const auto &[original, before] : copy.copies)
    copies.emplace(original, made.copies.at(before));
  made.copies = std::move(copies);
  return made;
}

} // namespace kasuri
