// Static variables of functions that could as well be automatic.
//
//     double middle(const double *row) {
//       static double sorted[64];           filled and read in each call: no call needs what
//       copy(sorted, row, 64);              another one has left there
//       sort(sorted, 64);
//       return sorted[32];
//     }
//
// Without `static` each call has its own, and calls can run at the same time. Nothing else changes
// if
//
//  * each read of a call sees what the same call has written (Coverage.h);
//  * no pointer into the variable is left when the call ends: only parameters and automatic
//    variables of the function, and of what it calls, ever hold one, and the function returns none;
//  * no two calls of the function are open at once: it calls neither itself, nor unknown code,
//    which could call it;
//  * it fits on a stack.
#include "analysis/memory/CallStatics.h"
#include "analysis/memory/Privates.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class CallStaticJudge {
public:
  CallStaticJudge(const AnalysedProgram &analysed, ObjectId variable)
      : analysed(analysed), program(analysed.program), variable(variable),
        function(program[variable].owner), known(analysed.effects.functions[function.index()]) {
    addReached(analysed, function, open);
  }

  bool judge() const {
    return isClosed() && isFilledFirst() && !analysed.pointsTo.escaped.contains(variable) &&
           !isReturned() && isHeldInside();
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  ObjectId variable;
  FunctionId function;
  const FunctionAccesses &known;
  std::set<FunctionId> open; ///< the function, and all that it may call

  bool isClosed() const {
    if (analysed.reaches[function.index()].contains(function.value) || program[function].isTooLarge)
      return false;
    return std::none_of(open.begin(), open.end(), [&](FunctionId each) {
      const std::vector<ValueId> values = valuesWithin(program, program[each].body);
      return std::any_of(values.begin(), values.end(), [&](ValueId value) {
        return program[value].op == Op::Clobber || analysed.pointsTo.unknownCalls.contains(value);
      });
    });
  }

  bool touches(const Access &access) const {
    if (access.base.kind == Base::Kind::Object)
      return analysed.pointsTo.sameMemory(access.base.object, variable);
    const Locations locations = locationsOf(analysed.effects, analysed.pointsTo, access);
    return std::any_of(locations.begin(), locations.end(), [&](const Location &location) {
      return analysed.pointsTo.sameMemory(location.object, variable);
    });
  }

  bool isFilledFirst() const {
    for (const auto &[value, accesses] : known.lists())
      for (const Access &access : *accesses) {
        const bool isFilled = access.isCovered || access.isCoveredInCallee;
        if (!access.isWrite && !isFilled && touches(access))
          return false;
      }
    return true;
  }

  bool pointsInto(const LocationSet &set) const {
    return std::any_of(set.begin(), set.end(), [&](const Location &location) {
      return analysed.pointsTo.sameMemory(location.object, variable);
    });
  }

  bool isReturned() const {
    const std::vector<RegionId> regions = regionsWithin(program, program[function].body);
    return std::any_of(regions.begin(), regions.end(), [&](RegionId each) {
      const ValueId returned = program[each].returned;
      return returned.valid() && pointsInto(analysed.pointsTo.of(returned));
    });
  }

  /// Only variables that are gone when the call ends hold its address.
  bool isHeldInside() const {
    const std::vector<HeldLocations> &held = analysed.pointsTo.held;
    return std::all_of(held.begin(), held.end(), [&](const HeldLocations &each) {
      if (!pointsInto(analysed.pointsTo.sets[each.set]))
        return true;
      const ObjectId holder = each.place.object;
      return !analysed.pointsTo.isSpecial(holder) && program[holder].isAutomatic() &&
             open.contains(program[holder].owner);
    });
  }
};

} // namespace

bool isOwnOfEachCall(const AnalysedProgram &analysed, ObjectId variable) {
  const Object &object = analysed.program[variable];
  const bool isStatic = object.kind == Object::Kind::Static && object.owner.valid() &&
                        !object.isVolatile && !object.isThreadLocal && object.isDefined;
  return isStatic && object.type.size > 0 && object.type.size <= analysed.program.mostOnStack &&
         CallStaticJudge(analysed, variable).judge();
}

} // namespace kasuri
