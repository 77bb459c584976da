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
#include "analysis/ArrayPrivates.h"
#include "analysis/AccessWalk.h"
#include "analysis/Coverage.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr uint64_t largestCopy = 256 * 1024; ///< bytes, on a worker's stack

class ArrayJudge {
public:
  ArrayJudge(const AnalysedProgram &analysed, RegionId loop, ObjectId array)
      : analysed(analysed), program(analysed.program), loop(loop), array(array),
        function(program[loop].function), known(analysed.effects.functions[function.index()]) {}

  std::optional<PrivateObject> judge() const {
    const Object &object = program[array];
    bool isVariable = object.kind == Object::Kind::Local || object.kind == Object::Kind::Static ||
                      object.kind == Object::Kind::Global;
    bool isOutside = !object.scope.valid() || !contains(program, loop, object.scope);
    bool fits = object.type.size > 0 && object.type.size <= largestCopy;
    if (!isVariable || !isOutside || !fits || object.isVolatile || object.isThreadLocal ||
        !object.isDefined || !isReachedByName())
      return std::nullopt;
    bool isFilled = true;
    CoverageWalk walk(
        program, analysed.effects, function,
        [&](const Access &access, bool isCovered) { isFilled &= isCovered || !touches(access); });
    const std::vector<WrittenBytes> written = walk.run(program[loop].children[0]);
    if (!isFilled)
      return std::nullopt;
    bool isLive = object.kind != Object::Kind::Local || isNamedOutside();
    if (isLive && !isLeftAlike(written))
      return std::nullopt;
    return PrivateObject{array, isLive};
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  ObjectId array;
  FunctionId function;
  const FunctionAccesses &known;

  bool touches(const Access &access) const {
    if (access.base.kind == Base::Kind::Object)
      return access.base.object == array;
    const LocationSet locations = locationsOf(analysed.effects, analysed.pointsTo, access);
    return std::any_of(locations.begin(), locations.end(), [&](const Location &location) {
      return analysed.pointsTo.sameMemory(location.object, array);
    });
  }

  bool pointsIn(ValueId value) const {
    const LocationSet &targets = analysed.pointsTo.of(value);
    return std::any_of(targets.begin(), targets.end(), [&](const Location &location) {
      return analysed.pointsTo.sameMemory(location.object, array);
    });
  }

  /// A variable of the loop's body or of a function called there.
  bool isInner(ValueId address, bool isInLoop) const {
    const Instruction &place = program[address];
    if (place.op != Op::Address)
      return false;
    const Object &object = program[place.object];
    bool isAutomatic = object.kind == Object::Kind::Local || object.kind == Object::Kind::Parameter;
    return isAutomatic &&
           (!isInLoop || (object.scope.valid() && contains(program, loop, object.scope)));
  }

  bool isReachedByName() const {
    if (!holdsFor(valuesWithin(program, loop), true))
      return false;
    std::set<FunctionId> callees;
    for (ValueId value : valuesWithin(program, loop))
      if (auto found = analysed.pointsTo.callees.find(value);
          found != analysed.pointsTo.callees.end())
        for (FunctionId callee : found->second) {
          callees.insert(callee);
          callees.insert(analysed.reaches[callee.index()].begin(),
                         analysed.reaches[callee.index()].end());
        }
    return std::all_of(callees.begin(), callees.end(), [&](FunctionId callee) {
      return callee != function && holdsFor(valuesWithin(program, program[callee].body), false);
    });
  }

  /// No pointer into the array comes from elsewhere or goes elsewhere.
  bool holdsFor(const std::vector<ValueId> &values, bool isInLoop) const {
    return std::all_of(values.begin(), values.end(), [&](ValueId id) {
      const Instruction &value = program[id];
      switch (value.op) {
      case Op::Load:
        return !pointsIn(id) || isInner(value.operands[0], isInLoop);
      case Op::Store:
        return !pointsIn(value.operands[1]) || isInner(value.operands[0], isInLoop);
      case Op::Address:
        return isInLoop || value.object != array;
      case Op::Clobber:
        return false;
      default:
        return true;
      }
    });
  }

  bool isNamedOutside() const {
    const std::vector<ValueId> all = valuesWithin(program, program[function].body);
    return std::any_of(all.begin(), all.end(), [&](ValueId id) {
      return program[id].op == Op::Address && program[id].object == array &&
             !contains(program, loop, program[id].block);
    });
  }

  /// Every byte that any iteration may write is one that each surely writes.
  bool isLeftAlike(const std::vector<WrittenBytes> &written) const {
    for (ValueId value : valuesWithin(program, program[loop].children[0])) {
      auto found = known.at.find(value);
      if (found == known.at.end())
        continue;
      for (const Access &access : found->second)
        if (access.isWrite && touches(access) && !isAmong(access, written))
          return false;
    }
    return true;
  }

  bool isAmong(const Access &access, const std::vector<WrittenBytes> &written) const {
    auto isFixed = [&](const Linear &value) {
      return std::all_of(value.terms().begin(), value.terms().end(), [&](const auto &term) {
        RegionId varies = analysed.effects[term.first].variantLoop;
        return !varies.valid() || !contains(program, loop, varies);
      });
    };
    return std::any_of(written.begin(), written.end(), [&](const WrittenBytes &bytes) {
      auto below = Linear::add(access.offset, bytes.low, -1);
      auto end = Linear::add(access.offset, Linear(int64_t(access.size)));
      auto above = end ? Linear::add(bytes.high, *end, -1) : std::nullopt;
      return access.size != 0 && bytes.base == access.base && isFixed(bytes.low) &&
             isFixed(bytes.high) && below && above && isNeverNegative(analysed.effects, *below) &&
             isNeverNegative(analysed.effects, *above);
    });
  }
};

} // namespace

std::optional<PrivateObject> findPrivateArray(const AnalysedProgram &analysed, RegionId loop,
                                              ObjectId array) {
  return ArrayJudge(analysed, loop, array).judge();
}

} // namespace kasuri
