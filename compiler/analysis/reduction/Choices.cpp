// Choosing what has the smallest or largest key.
//
//     if (fabs(a[i][k]) > fabs(a[at][k])) at = i;       a position; the key of `at` is
//     fabs(a[at][k]) if (*p < *least) least = p;                       a pointer if (jobs[i].cost <
//     best.cost) best = jobs[i];     a structure
//
// The variable is set at one place, in an arm that does nothing else, to a term. The comparison is
// of two keys that are computed alike: one from the variable, one from the term. Each part of the
// loop begins with the variable's value before, and chooses among its own iterations; the choices
// of the parts are compared in their order. That is the same choice if
//
//  * the comparison holds for no NaN: it is never chosen, and nothing wins against one that is
//  there
//    at first. Of equal keys the first wins, or the last, in any cut. If it is the last, parts note
//    whether they have chosen;
//  * the key depends on nothing that the loop writes;
//  * the key of a choice can be computed behind the loop: the loop has computed it. A part that has
//    not chosen anything holds the value before, whose key is computed only if some other part has
//    chosen, and so has compared with it. Of a structure only its own members are read, which are
//    always there;
//  * the loop uses the variable for nothing else.
#include "analysis/reduction/Choices.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class ChoiceJudge {
public:
  ChoiceJudge(const AnalysedProgram &analysed, RegionId loop, const ReductionFinder &finder,
              ObjectId object)
      : analysed(analysed), program(analysed.program), loop(loop), finder(finder), object(object),
        isWhole(program[object].type.kind == ValueType::Kind::Aggregate) {}

  std::optional<Reduction> judge() {
    const Object &variable = program[object];
    if (variable.addressTaken || variable.isVolatile || variable.isArray || !collect())
      return std::nullopt;
    term = program[store].operands[1];
    const RegionId branch = branchAround();
    if (!branch.valid())
      return std::nullopt;
    for (ValueId test : conjunctsOf(program[branch].conditionValue))
      if (auto made = reductionBy(program[test]))
        return made;
    return std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const ReductionFinder &finder;
  ObjectId object;
  bool isWhole; ///< a structure
  ValueId store, term;
  std::set<ValueId> addresses; ///< of the variable, in the loop

  /// False unless the loop has one Store of the whole variable.
  bool collect() {
    for (ValueId id : valuesWithin(program, loop)) {
      const Instruction &value = program[id];
      if (value.op == Op::Address && value.object == object)
        addresses.insert(id);
      if (value.op != Op::Store || !isIt(value.operands[0]))
        continue;
      bool isOnly = !store.valid() && !value.conditional && !value.partial && !value.isVolatile &&
                    value.type == program[object].type;
      if (!isOnly)
        return false;
      store = id;
    }
    return store.valid();
  }

  bool isIt(ValueId address) const {
    return program[address].op == Op::Address && program[address].object == object;
  }

  /// `if (...) object = term;`; invalid for anything else.
  RegionId branchAround() const {
    const RegionId arm = program[program[store].block].parent;
    const RegionId branch = arm.valid() ? program[arm].parent : RegionId();
    bool isBranch = branch.valid() && program[branch].kind == Region::Kind::Branch &&
                    program[branch].children.size() == 1 && program[arm].children.size() == 1 &&
                    program[branch].conditionValue.valid() &&
                    isQuiet(program[branch].condition, ValueId()) &&
                    isQuiet(program[store].block, store);
    return isBranch ? branch : RegionId();
  }

  /// Does nothing but this Store.
  bool isQuiet(RegionId block, ValueId but) const {
    return std::all_of(program[block].values.begin(), program[block].values.end(), [&](ValueId id) {
      const Instruction &value = program[id];
      return id == but || (value.op != Op::Store && value.op != Op::Clobber && !value.isVolatile &&
                           (value.op != Op::Call || isPureFunction(value)));
    });
  }

  std::vector<ValueId> conjunctsOf(ValueId condition) const {
    std::vector<ValueId> all{condition};
    for (size_t i = 0; i < all.size(); ++i)
      if (isConjunction(program, program[all[i]])) {
        const std::vector<ValueId> parts = program[all[i]].operands;
        all.insert(all.end(), {parts[0], parts[1]});
      }
    return all;
  }

  std::optional<Reduction> reductionBy(const Instruction &compare) {
    if (compare.op != Op::Compare || compare.relation == Relation::Equal ||
        compare.relation == Relation::NotEqual)
      return std::nullopt;
    for (bool isRight : {false, true}) {
      std::set<ValueId> used{program[store].operands[0]};
      const ValueId key = compare.operands[isRight ? 1 : 0];
      const ValueId other = compare.operands[isRight ? 0 : 1];
      const bool isKey = isSubstituted(key, other, used) && used == addresses && used.size() > 1;
      if (!isKey || !isKept(key))
        continue;
      const Relation relation = isRight ? compare.relation : swapped(compare.relation);
      const bool isLess = relation == Relation::Less || relation == Relation::LessEqual;
      Reduction made{object, program[object].name,
                     isLess ? ReductionKind::Minimum : ReductionKind::Maximum, false, store};
      made.key = key;
      made.isLast = relation == Relation::LessEqual || relation == Relation::GreaterEqual;
      return made;
    }
    return std::nullopt;
  }

  /// `b` is `a` with the term in the variable's place; `used` gets the variable's addresses in `a`.
  bool isSubstituted(ValueId a, ValueId b, std::set<ValueId> &used) const {
    const Instruction &x = program[a], &y = program[b];
    if (x.op == Op::Load && isIt(x.operands[0]) && !isWhole) {
      used.insert(x.operands[0]);
      return x.type == program[object].type && !x.isVolatile && finder.isSame(b, term);
    }
    if (isIt(a)) {
      used.insert(a);
      return isWhole && program[term].op == Op::Load && finder.isSame(b, program[term].operands[0]);
    }
    if (x.operands.empty())
      return finder.isSame(a, b);
    bool isAlike = x.op == y.op && x.type == y.type && x.number == y.number &&
                   x.extent == y.extent && x.callee == y.callee && x.calleeName == y.calleeName &&
                   x.relation == y.relation && x.operands.size() == y.operands.size() &&
                   (x.op != Op::Call || isPureFunction(x)) && x.op != Op::Clobber &&
                   (x.op != Op::Opaque || x.number != 0) && !x.isVolatile && !y.isVolatile &&
                   !x.partial;
    for (size_t i = 0; isAlike && i < x.operands.size(); ++i)
      isAlike = isSubstituted(x.operands[i], y.operands[i], used);
    return isAlike;
  }

  /// The loop writes nothing that the key is computed from, but for the variable.
  bool isKept(ValueId key) const {
    const Instruction &value = program[key];
    if (value.op == Op::Load && !isKeptLoad(key))
      return false;
    return std::all_of(value.operands.begin(), value.operands.end(),
                       [&](ValueId operand) { return isKept(operand); });
  }

  bool isKeptLoad(ValueId load) const {
    ValueId root = program[load].operands[0];
    while (program[root].op == Op::Field)
      root = program[root].operands[0];
    if (isIt(root))
      return true;
    if (isWhole && dependsOnIt(program[load].operands[0]))
      return false;
    const FunctionAccesses &known = analysed.effects.functions[program[loop].function.index()];
    const std::vector<Access> &reads = known.accessesAt(load);
    if (const ObjectId variable = variableOf(program, load); variable.valid() && reads.empty())
      return !storesTo(variable);
    auto mayTouch = [&](const Access &write) {
      return write.isWrite && std::any_of(reads.begin(), reads.end(), [&](const Access &read) {
               return mayTouchSame(analysed.effects, analysed.pointsTo, write, read);
             });
    };
    const std::vector<ValueId> inside = valuesWithin(program, loop);
    return !reads.empty() && std::none_of(inside.begin(), inside.end(), [&](ValueId each) {
      const std::vector<Access> &accesses = known.accessesAt(each);
      return std::any_of(accesses.begin(), accesses.end(), mayTouch);
    });
  }

  bool storesTo(ObjectId variable) const {
    const std::vector<ValueId> inside = valuesWithin(program, loop);
    return program[variable].addressTaken ||
           std::any_of(inside.begin(), inside.end(),
                       [&](ValueId each) { return isStoreTo(program, each, variable); });
  }

  bool dependsOnIt(ValueId id) const {
    const std::vector<ValueId> &operands = program[id].operands;
    return isIt(id) || std::any_of(operands.begin(), operands.end(),
                                   [&](ValueId each) { return dependsOnIt(each); });
  }
};

} // namespace

std::optional<Reduction> findChoice(const AnalysedProgram &analysed, RegionId loop,
                                    const ReductionFinder &finder, ObjectId object) {
  return ChoiceJudge(analysed, loop, finder, object).judge();
}

} // namespace kasuri
