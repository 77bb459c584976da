// When an array is scratch: filled before it is read, in every iteration.
//
//     for (c...) {
//       window(x[c], t, n);                        writes t + [0, 4 n) and reads none of it before
//       for (i = 0; i < n; i++) y[c][i] = t[n - 1 - i];
//     }
//
// Three things must hold. Each read of an iteration sees a write of the same iteration
// (Coverage.h). Every pointer into the array that the loop works with is made inside it, from the
// array's name: then a declaration of that name in a task function changes all of them, and no
// pointer to a copy outlives it. And what the array holds after the loop is what the last iteration
// left: either no one looks, or every iteration writes the same bytes.
//
// Where iterations hand copies on, a pointer may also lie in another variable that is scratch. An
// iteration reads it only after it has set it, so it is one into the iteration's own copy.
//
//     float *t = malloc(n * sizeof *t);
//     for (c...) { window(x[c], t, n); ... }
//
// Allocated memory is scratch in the same way if all pointers into it are made from one variable,
// which holds its start in front of the loop, and then that of the copy. That address may not be
// looked at for itself, as in a test for null. The copy has the size of the original: what the
// allocation was told consists of constants and of variables that are set once, before it, in the
// iteration of each loop around both.
#include "analysis/memory/ArrayPrivates.h"
#include "analysis/memory/PointerUses.h"
#include "analysis/pointers/Allocators.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Coverage.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class ArrayJudge {
public:
  ArrayJudge(const AnalysedProgram &analysed, RegionId loop, Budget &budget, ObjectId array,
             const CopyContext &context = {})
      : analysed(analysed), program(analysed.program), loop(loop), array(array), budget(budget),
        uses(analysed, loop, {array}, context.behind), isOwn(context.isOwn),
        function(program[loop].function), known(analysed.effects.functions[function.index()]) {}
  ArrayJudge(const AnalysedProgram &analysed, RegionId loop, Budget &budget, ObjectId array,
             ObjectId pointer, const CopyContext &context = {})
      : ArrayJudge(analysed, loop, budget, array, context) {
    this->pointer = pointer;
  }

  Scratch judge() {
    const Object &object = program[array];
    if (!isVariableOutside())
      return {};
    bool hasSize = object.type.size > 0 && object.isDefined;
    return judgeContents(
        array, [&] { return isLiveBehind() && (!isStaticHere() || isReadElsewhere()); },
        [&]() -> std::string {
          if (!hasSize)
            return ", and its size is not known";
          if (object.type.size > program.mostOnStack)
            return ", and it is too large for a copy on each core";
          return isReachedByName() ? "" : byOtherPointers;
        });
  }

  bool canBeCopied() {
    const Object &object = program[array];
    const bool hasSize = object.type.size > 0 && object.type.size <= program.mostOnStack;
    return isVariableOutside() && hasSize && object.isDefined && isReachedByName();
  }

  bool canBufferBeCopied(ValueId allocation) {
    return isPointerFixed() && holdsStart(allocation) && isSizeRepeatable(allocation) &&
           !uses.isLookedAt(false) && isReachedByName();
  }

  /// After the loop, or in a function that is not called from here, or by what that one calls. What
  /// the function hands out is read under another name, if at all.
  bool isReadElsewhere() const {
    if (analysed.pointsTo.namesOf(array).size() > 1)
      return true;
    const IdSet &reached = analysed.reaches[function.index()];
    auto isSeen = [&](FunctionId where, ValueId at, const Access &access) {
      if (where == function)
        return true;
      if (reached.contains(where.value)) // unless unknown code calls it as well
        return analysed.pointsTo.escaped.contains(program[where].object);
      const FunctionId origin = program[program[access.origin].block].function;
      return origin == where || !leadsHere(at);
    };
    for (size_t i = 0; i < program.functions.size(); ++i)
      for (const auto &[value, accesses] : analysed.effects.functions[i].lists()) {
        if (FunctionId(i) == function && contains(program, loop, program[value].block))
          continue;
        for (const Access &access : *accesses)
          if (!access.isWrite && isSeen(FunctionId(i), value, access) && touches(access))
            return true;
      }
    return analysed.pointsTo.escaped.contains(array) || reached.contains(function.value);
  }

  Scratch judgeBuffer(ValueId allocation) {
    if (!isPointerFixed() || !holdsStart(allocation))
      return {};
    Scratch found = judgeContents(
        pointer, [&] { return isReadElsewhere(); },
        [&]() -> std::string {
          if (!isSizeRepeatable(allocation))
            return ", and its size cannot be computed before the loop";
          if (uses.isLookedAt(false))
            return ", and its address is compared, stored or freed";
          return isReachedByName() ? "" : byOtherPointers;
        });
    if (found.copied)
      found.copied->allocation = allocation;
    return found;
  }

  /// Memory of a caller, or that another memory points to.
  Scratch judgeUnknown(const Access &access) {
    sample = access;
    Scratch found = judgeContents(
        pointer, [] { return false; },
        []() -> std::string { return ", and its size is not known at the loop"; });
    if (!found.problem.empty())
      found.unlock = "allocate it in this function before the loop, with a size computed from "
                     "local variables, and pass it on";
    return found;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  ObjectId array;
  Budget &budget;
  PointerUses uses;                    ///< of pointers into it
  std::function<bool(ObjectId)> isOwn; ///< see CopyContext; empty: no such variable is known
  FunctionId function;
  const FunctionAccesses &known;
  ObjectId pointer; ///< valid: `array` is allocated, and this variable holds its address

  Access sample; ///< of unknown memory

  bool isVariableOutside() const {
    const Object &object = program[array];
    bool isVariable = object.kind == Object::Kind::Local || object.kind == Object::Kind::Static ||
                      object.kind == Object::Kind::Global;
    bool isOutside = !object.scope.valid() || !contains(program, loop, object.scope);
    return isVariable && isOutside && !object.isVolatile && !object.isThreadLocal;
  }

  /// The call may lead to the loop's function: so what it does may be what the loop does.
  bool leadsHere(ValueId call) const {
    const auto callees = analysed.pointsTo.callees.find(call);
    return callees != analysed.pointsTo.callees.end() &&
           std::any_of(callees->second.begin(), callees->second.end(), [&](FunctionId callee) {
             return callee == function || analysed.reaches[callee.index()].contains(function.value);
           });
  }

  /// Another call of the function may find in it what this one has left.
  bool isStaticHere() const {
    return program[array].kind == Object::Kind::Static && program[array].owner == function;
  }

  static constexpr const char *byOtherPointers = ", and other pointers point into it";

  Scratch judgeContents(ObjectId copied, const std::function<bool()> &mayBeRead,
                        const std::function<std::string()> &problem) {
    bool isFilled = true, isRead = false;
    CoverageWalk walk(program, analysed.pointsTo, analysed.effects, budget, function,
                      [&](const Access &access, bool isCovered) {
                        bool isOurs = touches(access);
                        isFilled &= isCovered || !isOurs;
                        isRead |= isOurs;
                      });
    const std::vector<WrittenBytes> written = walk.run(program[loop].children[0]);
    if (!isFilled || isTouchedByHead())
      return {};
    std::string found = problem();
    const bool isLive = found.empty() && mayBeRead(); // asks the whole program
    if (isLive && !isLeftAlike(written))
      found = ", and its final contents differ by iteration and are used";
    std::vector<WrittenBytes> left = isLive ? constantOnes(written) : std::vector<WrittenBytes>();
    if (found.empty() && isLive && !isLeftAlike(left))
      found = ", and the size of its final contents is not constant";
    if (!found.empty()) // what is only written is no scratch
      return {std::nullopt, isRead ? found : ""};
    PrivateObject made{copied, !left.empty()}; // what is not left is dead
    for (const WrittenBytes &bytes : left)
      made.left.emplace_back(bytes.low.constant(), bytes.high.constant());
    return {std::move(made), ""};
  }

  /// Of what is written here.
  std::vector<WrittenBytes> constantOnes(std::vector<WrittenBytes> written) const {
    std::erase_if(written, [&](const WrittenBytes &bytes) {
      Access all;
      all.base = bytes.base;
      return !bytes.low.isConstant() || !bytes.high.isConstant() || !touches(all);
    });
    return written;
  }

  /// `for (...; a[0] < n; a[0] += 2)`: between two bodies, and once more than these.
  bool isTouchedByHead() const {
    for (RegionId block : {program[loop].init, program[loop].condition, program[loop].step})
      if (block.valid())
        for (ValueId value : program[block].values)
          for (const Access &access : known.accessesAt(value))
            if (touches(access))
              return true;
    return false;
  }

  bool isTheVariable(ValueId address) const {
    return pointer.valid() && program[address].op == Op::Address &&
           program[address].object == pointer;
  }

  /// A plain variable, declared outside the loop and not set in it.
  bool isPointerFixed() const {
    const Object &variable = program[pointer];
    bool isOutside = !variable.scope.valid() || !contains(program, loop, variable.scope);
    const std::vector<ValueId> inside = valuesWithin(program, loop);
    return variable.isAutomatic() && isOutside && !variable.addressTaken && !variable.isVolatile &&
           std::none_of(inside.begin(), inside.end(), [&](ValueId id) {
             return program[id].op == Op::Store && isTheVariable(program[id].operands[0]);
           });
  }

  /// In front of the loop it has what the allocation returned: nothing has moved it since.
  bool holdsStart(ValueId allocation) const {
    auto before = known.before.find(loop);
    if (before == known.before.end() || !before->second.contains(pointer))
      return false;
    const SymbolicValue &value = before->second.at(pointer);
    return value.kind == SymbolicValue::Kind::Pointer && value.offset == Linear() &&
           value.base.kind == Base::Kind::Symbol &&
           analysed.effects[value.base.symbol].origin == allocation;
  }

  bool isSizeRepeatable(ValueId allocation) const {
    const Instruction &call = program[allocation];
    return allocatesProduct(call) &&
           std::all_of(call.operands.begin(), call.operands.end(),
                       [&](ValueId operand) { return isRepeatable(operand, allocation); });
  }

  bool isRepeatable(ValueId id, ValueId allocation) const {
    const Instruction &value = program[id];
    switch (value.op) {
    case Op::Load:
      return variableOf(program, id).valid() && !value.isVolatile &&
             isSetOnceBefore(variableOf(program, id), allocation);
    case Op::Constant:
    case Op::Convert:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Shl:
      return std::all_of(value.operands.begin(), value.operands.end(),
                         [&](ValueId operand) { return isRepeatable(operand, allocation); });
    default:
      return false;
    }
  }

  /// The variable has the same value at the allocation and at the loop.
  bool isSetOnceBefore(ObjectId id, ValueId allocation) const {
    const Object &object = program[id];
    bool isSeen = !object.scope.valid() || contains(program, object.scope, loop);
    if (!object.isAutomatic() || !isSeen || object.addressTaken || object.isVolatile)
      return false;
    std::vector<ValueId> stores;
    for (ValueId value : valuesWithin(program, program[function].body))
      if (isStoreTo(program, value, id))
        stores.push_back(value);
    if (object.kind == Object::Kind::Parameter)
      return stores.empty();
    RegionId around =
        stores.size() == 1 ? innermostLoop(program, program[stores[0]].block) : RegionId();
    return stores.size() == 1 && stores[0] < allocation &&
           (!around.valid() || contains(program, around, program[allocation].block));
  }

  bool touches(const Access &access) const {
    if (sample.base.kind != Base::Kind::Unknown)
      return mayTouchMemory(access);
    if (access.base.kind == Base::Kind::Object)
      return access.base.object == array;
    const Locations locations = locationsOf(analysed.effects, analysed.pointsTo, access);
    return std::any_of(locations.begin(), locations.end(), [&](const Location &location) {
      return analysed.pointsTo.sameMemory(location.object, array);
    });
  }

  bool mayTouchMemory(const Access &access) const {
    Access whole = sample;
    whole.size = whole.unit = 0;
    whole.confined = {};
    return mayTouchSame(analysed.effects, analysed.pointsTo, whole, access);
  }

  /// No pointer into the array comes from elsewhere or goes elsewhere.
  bool isReachedByName() {
    const std::set<FunctionId> callees = reachedWithin(analysed, loop);
    if (callees.contains(function) || !isSafeIn(loop))
      return false;
    auto isCalled = [&](ValueId id) {
      return callees.contains(program[program[id].block].function);
    };
    auto isMoved = [&](ValueId id) {
      const bool isInLoop = uses.isInLoop(id);
      return (isInLoop || isCalled(id)) && !keepsMoved(id, isInLoop);
    };
    return std::all_of(callees.begin(), callees.end(),
                       [&](FunctionId each) { return isSafeIn(program[each].body); }) &&
           !analysed.pointers.anyAddress(array, isCalled) &&
           !analysed.pointers.anyMoved(analysed.pointsTo, array, isMoved) && !uses.areCopied();
  }

  /// A pointer that is kept there is one of the same iteration, or of the same call in it.
  bool staysInside(ValueId address, bool isInLoop) const {
    const LocationSet &targets = analysed.pointsTo.of(address);
    return uses.isInner(address, isInLoop) ||
           (isOwn && !targets.empty() &&
            std::all_of(targets.begin(), targets.end(), [&](const Location &each) {
              return !analysed.pointsTo.isSpecial(each.object) && isOwn(each.object);
            }));
  }

  /// A load or store of a pointer into the array.
  bool keepsMoved(ValueId id, bool isInLoop) const {
    const ValueId place = program[id].operands[0];
    return staysInside(place, isInLoop) ||
           (program[id].op == Op::Load && isInLoop && isTheVariable(place));
  }

  /// Nothing there does anything to memory, or leaves a pointer where it outlives the iteration.
  bool isSafeIn(RegionId region) const {
    const PlacesInProgram &places = analysed.places;
    auto isBad = [&](const Marks &marks, auto isIt) {
      const std::vector<size_t> positions = marks.allIn(places.below.valuesOf(region));
      return std::any_of(positions.begin(), positions.end(), [&](size_t position) {
        const ValueId id = places.below.values()[position];
        return isIt(id) && (region != loop || uses.isInLoop(id));
      });
    };
    return !isBad(places.clobbers, [](ValueId) { return true; }) &&
           !isBad(places.libraryCalls, [&](ValueId id) { return uses.isLeftOutside(id); });
  }

  bool isLiveBehind() const {
    return isVariableLive(program, analysed.pointsTo, analysed.effects, budget, analysed.liveness,
                          loop, array);
  }

  /// Every byte that any iteration may write is one that each surely writes, or that nobody reads
  /// behind the loop.
  bool isLeftAlike(const std::vector<WrittenBytes> &written) {
    for (ValueId value : valuesWithin(program, program[loop].children[0])) {
      for (const Access &access : known.accessesAt(value))
        if (access.isWrite && touches(access) &&
            !isAlwaysWritten(program, analysed.effects, budget, loop, access, written) &&
            !isDeadBehind(access))
          return false;
    }
    return true;
  }

  /// Of a part of a variable: a member, or the array that a subscript stays in.
  bool isDeadBehind(const Access &access) {
    const Confinement &confined = access.confined;
    const bool isPart =
        !pointer.valid() && access.base.kind == Base::Kind::Object && access.base.object == array;
    if (!isPart)
      return false;
    Access whole;
    whole.base = access.base;
    if (access.offset.isConstant() && access.size > 0) {
      whole.offset = access.offset;
      whole.size = access.size;
    } else if (confined.extent > 0 && confined.start.isConstant()) {
      whole.offset = confined.start;
      whole.size = static_cast<uint64_t>(confined.extent);
    } else {
      return false;
    }
    return whole.size < program[array].type.size &&
           !isMemoryLive(program, analysed.pointsTo, analysed.effects, budget, analysed.liveness,
                         loop, whole);
  }
};

} // namespace

Scratch judgeScratchArray(const AnalysedProgram &analysed, RegionId loop, ObjectId array,
                          Budget &budget) {
  return ArrayJudge(analysed, loop, budget, array).judge();
}

bool canBeCopied(const AnalysedProgram &analysed, RegionId loop, ObjectId variable,
                 const CopyContext &context, Budget &budget) {
  return ArrayJudge(analysed, loop, budget, variable, context).canBeCopied();
}

/// Memory with this base, and the variable that has its address.
static std::optional<std::pair<ValueId, ObjectId>> findBuffer(const AnalysedProgram &analysed,
                                                              RegionId loop, const Access &access) {
  const Program &program = analysed.program;
  const Symbol &symbol = analysed.effects[access.base.symbol];
  const ValueId allocation = symbol.origin;
  const bool isAllocation =
      symbol.isAllocation && allocation.valid() && program[allocation].op == Op::Call &&
      program[allocation].object.valid() && symbol.function == program[loop].function &&
      !contains(program, loop, program[allocation].block);
  if (!isAllocation)
    return std::nullopt;
  for (ValueId id : valuesWithin(program, program[program[loop].function].body)) {
    const ObjectId variable = variableOf(program, id);
    if (program[id].op == Op::Store && variable.valid() &&
        withoutConverts(program, program[id].operands[1]) == allocation)
      return std::pair(allocation, variable);
  }
  return std::nullopt;
}

std::optional<PrivateObject> copyOfBuffer(const AnalysedProgram &analysed, RegionId loop,
                                          const Access &access, const CopyContext &context,
                                          Budget &budget) {
  if (variesIn(analysed.program, analysed.effects[access.base.symbol], loop))
    return std::nullopt;
  const auto buffer = findBuffer(analysed, loop, access);
  if (!buffer)
    return std::nullopt;
  const auto [allocation, variable] = *buffer;
  const ObjectId block = analysed.program[allocation].object;
  ArrayJudge judge(analysed, loop, budget, block, variable, context);
  if (!judge.canBufferBeCopied(allocation))
    return std::nullopt;
  PrivateObject made{variable, judge.isReadElsewhere()};
  made.allocation = allocation;
  return made;
}

Scratch judgeScratchMemory(const AnalysedProgram &analysed, RegionId loop, const Access &access,
                           Budget &budget) {
  if (variesIn(analysed.program, analysed.effects[access.base.symbol], loop))
    return {};
  if (const auto buffer = findBuffer(analysed, loop, access))
    return ArrayJudge(analysed, loop, budget, analysed.program[buffer->first].object,
                      buffer->second)
        .judgeBuffer(buffer->first);
  return ArrayJudge(analysed, loop, budget, ObjectId()).judgeUnknown(access);
}

} // namespace kasuri
