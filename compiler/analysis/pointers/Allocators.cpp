// Wrappers of malloc, recognised by what they do with the pointer.
//
//     void *xmalloc(size_t n) {                     each call of it is an allocation site
//       void *p = malloc(n);
//       if (!p) die("out of memory");
//       return p;
//     }
//     void make(double **p, int n) { *p = calloc(n, 8); }          the same, through a parameter
//
// The function may hold the fresh pointer in variables of its own whose address is not taken,
// compare it, access memory through it, and hand it to library functions that forget it. It may let
// it go in two ways only: as its result, and by storing it where a parameter points. Then two calls
// hand out different blocks. Until it returns, a block that is its result is known to the function
// alone, so points-to may give the block another name in the caller; one that is stored is known by
// both names at once, so the function must not access memory through the fresh pointer itself.
// A variable counts as fresh if all that is ever stored to it is; a parameter, which begins with
// the caller's value, from the first such store on that surely comes first. Whatever is not
// understood makes the function an ordinary one.
#include "analysis/pointers/Allocators.h"

#include "analysis/pointers/CallEffects.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class AllocatorFinder {
public:
  explicit AllocatorFinder(const Program &program)
      : program(program), isJudged(program.functions.size()) {
    found.returnsFresh.resize(program.functions.size());
  }

  Allocators find() {
    for (size_t i = 0; i < program.functions.size(); ++i)
      judge(FunctionId(i));
    return std::move(found);
  }

  /// Callees come first; what calls itself is none.
  void judge(FunctionId id);

  bool isFreshCall(const Instruction &value) const {
    if (value.op != Op::Call || !value.object.valid())
      return false;
    if (value.callee.valid())
      return found.returnsFresh[value.callee.index()];
    const LibraryFunction *library = libraryCalled(value);
    return library && library->allocates && library->returned < 0;
  }

private:
  const Program &program;
  Allocators found;
  std::vector<bool> isJudged;
};

using Origins = std::set<ValueId>;

class AllocatorJudge {
public:
  AllocatorJudge(const Program &program, const AllocatorFinder &finder, FunctionId function)
      : program(program), finder(finder), function(function),
        values(valuesWithin(program, program[function].body)) {}

  bool returnsFresh = false;
  std::map<ValueId, size_t> outputs;

  void judge() {
    for (ValueId id : values)
      if (program[id].op == Op::Clobber)
        return;
    findHolders();
    do {
      grew = false;
      for (ValueId id : values)
        carry(id);
    } while (grew);
    for (ValueId id : values)
      judgeUses(id);
    judgeReturns();
    dropNamedTwice();
    returnsFresh = returnsFresh && areUnkept(returned);
  }

private:
  const Program &program;
  const AllocatorFinder &finder;
  FunctionId function;
  std::vector<ValueId> values;         ///< in source order
  std::set<ObjectId> holders;          ///< variables that hold only fresh pointers
  std::map<ValueId, Origins> carriers; ///< values made of fresh pointers: of which calls
  std::map<ObjectId, Origins> held;    ///< by holder
  Origins kept;     ///< calls whose memory has an owner besides the function's results
  Origins accessed; ///< through the pointer that the call returned
  Origins returned;
  bool grew = false;

  bool isOwnPointer(ObjectId id) const {
    const Object &object = program[id];
    return object.isAutomatic() && object.owner == function && !object.addressTaken &&
           !object.isVolatile && object.type.kind == ValueType::Kind::Pointer;
  }

  /// The variable that an address names; invalid: another place.
  ObjectId variableAt(ValueId address) const {
    const Instruction &place = program[address];
    return place.op == Op::Address && isOwnPointer(place.object) ? place.object : ObjectId();
  }

  void findHolders() {
    for (ValueId id : values)
      if (program[id].op == Op::Store && variableAt(program[id].operands[0]).valid())
        holders.insert(variableAt(program[id].operands[0]));
    std::erase_if(holders, [&](ObjectId object) {
      return program[object].kind == Object::Kind::Parameter && !firstStore(object).valid();
    });
    auto storesOther = [&](ValueId id) {
      const Instruction &value = program[id];
      return value.op == Op::Store && !isFresh(value.operands[1]) &&
             holders.erase(variableAt(value.operands[0])) != 0;
    };
    while (std::any_of(values.begin(), values.end(), storesOther))
      ;
  }

  /// A store that surely comes before all that stands behind it.
  ValueId firstStore(ObjectId object) const {
    const Region &body = program[program[function].body];
    if (body.kind != Region::Kind::Sequence)
      return ValueId();
    for (RegionId child : body.children) {
      for (ValueId id : program[child].values) {
        const Instruction &value = program[id];
        if (value.op == Op::Store && !value.conditional && variableAt(value.operands[0]) == object)
          return id;
      }
    }
    return ValueId();
  }

  bool isBehind(ValueId id, ValueId first) const {
    auto place = std::find(values.begin(), values.end(), first);
    return std::find(place, values.end(), id) != values.end();
  }

  bool loadsFresh(ValueId id) const {
    const Instruction &value = program[id];
    if (value.op != Op::Load)
      return false;
    ObjectId object = variableAt(value.operands[0]);
    return object.valid() && holders.contains(object) &&
           (program[object].kind == Object::Kind::Local || isBehind(id, firstStore(object)));
  }

  /// memset and its like, whose result is their first argument.
  bool returnsArgument(const Instruction &value) const {
    static const std::set<std::string> known = {"memset", "memcpy", "memmove", "strcpy", "strcat"};
    return libraryCalled(value) && known.contains(value.calleeName) && !value.operands.empty();
  }

  /// The start of a fresh block, or null.
  bool isFresh(ValueId id) const {
    const Instruction &value = program[id];
    switch (value.op) {
    case Op::Constant:
      return value.number == 0;
    case Op::Convert:
      return value.type.kind == ValueType::Kind::Pointer && isFresh(value.operands[0]);
    case Op::Select:
      return isFresh(value.operands[1]) && isFresh(value.operands[2]);
    case Op::Load:
      return loadsFresh(id);
    case Op::Call:
      return finder.isFreshCall(value) ||
             (returnsArgument(value) && isFresh(value.operands.front()));
    default:
      return false;
    }
  }

  static void add(Origins &to, const Origins &added) { to.insert(added.begin(), added.end()); }

  Origins originsOf(ValueId id) const {
    auto found = carriers.find(id);
    return found == carriers.end() ? Origins() : found->second;
  }

  void grow(Origins &to, const Origins &added) {
    const size_t before = to.size();
    add(to, added);
    grew |= to.size() != before;
  }

  /// What the value is made of.
  void carry(ValueId id) {
    const Instruction &value = program[id];
    Origins origins;
    if (finder.isFreshCall(value))
      origins.insert(id);
    else if (loadsFresh(id))
      origins = held[variableAt(value.operands[0])];
    else if (isDerived(value))
      for (ValueId operand : value.operands)
        add(origins, originsOf(operand));
    if (!origins.empty())
      grow(carriers[id], origins);
    if (value.op == Op::Store && holders.contains(variableAt(value.operands[0])))
      grow(held[variableAt(value.operands[0])], originsOf(value.operands[1]));
  }

  static bool isDerived(const Instruction &value) {
    const LibraryFunction *library = libraryCalled(value);
    return value.op == Op::Convert || value.op == Op::Field || value.op == Op::Element ||
           value.op == Op::Select || (library && library->returned >= 0);
  }

  /// Does a fresh pointer that the instruction takes stay with the function?
  void judgeUses(ValueId id) {
    const Instruction &value = program[id];
    for (size_t i = 0; i < value.operands.size(); ++i) {
      const Origins origins = originsOf(value.operands[i]);
      if (origins.empty())
        continue;
      bool isAccess =
          value.op == Op::Call || value.op == Op::Load || (value.op == Op::Store && i == 0);
      if (isAccess)
        add(accessed, origins);
      if (!forgets(id, value, i))
        add(kept, origins);
    }
  }

  bool forgets(ValueId id, const Instruction &value, size_t operand) {
    switch (value.op) {
    case Op::Compare:
    case Op::Load:
    case Op::Field:
    case Op::Select:
      return true;
    case Op::Element:
      return operand == 0;
    case Op::Convert:
      return value.type.kind == ValueType::Kind::Pointer;
    case Op::Store:
      return operand == 0 || holdsOrHandsOut(id, value);
    case Op::Call:
      return forgetsArguments(value);
    default:
      return false;
    }
  }

  bool holdsOrHandsOut(ValueId id, const Instruction &store) {
    if (store.isVolatile || store.partial)
      return false;
    ObjectId variable = variableAt(store.operands[0]);
    if (variable.valid())
      return holders.contains(variable);
    int position = parameterAt(store.operands[0]);
    if (position < 0 || !isFresh(store.operands[1]))
      return false;
    outputs[id] = static_cast<size_t>(position);
    return true;
  }

  /// Which parameter's value an address is; -1: none.
  int parameterAt(ValueId address) const {
    while (program[address].op == Op::Convert &&
           program[address].type.kind == ValueType::Kind::Pointer)
      address = program[address].operands[0];
    if (program[address].op != Op::Load)
      return -1;
    ObjectId object = variableAt(program[address].operands[0]);
    const std::vector<ObjectId> &parameters = program[function].parameters;
    auto place = std::find(parameters.begin(), parameters.end(), object);
    if (!object.valid() || place == parameters.end() || isStoredTo(object))
      return -1;
    return static_cast<int>(place - parameters.begin());
  }

  bool isStoredTo(ObjectId object) const {
    return std::any_of(values.begin(), values.end(), [&](ValueId id) {
      return program[id].op == Op::Store && variableAt(program[id].operands[0]) == object;
    });
  }

  /// A library function that does not remember its arguments; its result may be made of one.
  static bool forgetsArguments(const Instruction &call) {
    const LibraryFunction *library = libraryCalled(call);
    if (!library || library->escapes || library->callsBack || library->keepsArgument ||
        library->cursor >= 0 || library->writesRest || library->hasOutput || library->hasInput ||
        !library->streamBuffers.empty())
      return false;
    // strtol and its like store a pointer into their argument.
    return std::none_of(library->effects.begin(), library->effects.end(),
                        [&](const ArgumentEffect &effect) {
                          return effect.writes && effect.size == 8 &&
                                 library->returned == static_cast<int>(effect.argument);
                        });
  }

  void judgeReturns() {
    returnsFresh = true;
    for (RegionId id : regionsWithin(program, program[function].body)) {
      const Region &region = program[id];
      if (region.jump != Region::JumpKind::Return || !region.returned.valid())
        continue;
      add(returned, originsOf(region.returned));
      returnsFresh &= isFresh(region.returned);
    }
    if (!returnsFresh)
      add(kept, returned);
    returnsFresh &= !returned.empty();
  }

  bool areUnkept(const Origins &origins) const {
    return std::none_of(origins.begin(), origins.end(),
                        [&](ValueId origin) { return kept.contains(origin); });
  }

  void dropNamedTwice() {
    auto isBad = [&](const auto &output) {
      const Origins origins = originsOf(program[output.first].operands[1]);
      bool isAccessed = std::any_of(origins.begin(), origins.end(),
                                    [&](ValueId origin) { return accessed.contains(origin); });
      if (!isAccessed && areUnkept(origins) && (returnsFresh || !meetsReturned(origins)))
        return false;
      add(kept, origins);
      return true;
    };
    do
      returnsFresh = returnsFresh && areUnkept(returned);
    while (std::erase_if(outputs, isBad) != 0);
  }

  bool meetsReturned(const Origins &origins) const {
    return std::any_of(origins.begin(), origins.end(),
                       [&](ValueId origin) { return returned.contains(origin); });
  }
};

void AllocatorFinder::judge(FunctionId id) {
  if (isJudged[id.index()])
    return;
  isJudged[id.index()] = true;
  const Function &function = program[id];
  const std::vector<ValueId> values = valuesWithin(program, function.body);
  for (ValueId value : values)
    if (program[value].op == Op::Call && program[value].callee.valid() &&
        program[value].object.valid())
      judge(program[value].callee);
  if (function.name == "main" || std::none_of(values.begin(), values.end(), [&](ValueId value) {
        return isFreshCall(program[value]);
      }))
    return;
  AllocatorJudge judge(program, *this, id);
  judge.judge();
  found.returnsFresh[id.index()] = judge.returnsFresh;
  for (const auto &[store, position] : judge.outputs) {
    found.outputs[store] = position;
    found.outputsOf[id].push_back(store);
  }
}

} // namespace

Allocators findAllocators(const Program &program) { return AllocatorFinder(program).find(); }

bool allocatesProduct(const Instruction &call) {
  const size_t factors = call.calleeName == "malloc" ? 1 : call.calleeName == "calloc" ? 2 : 0;
  return factors > 0 && call.operands.size() == factors;
}

} // namespace kasuri
