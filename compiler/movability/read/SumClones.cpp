// A copy of a function in which the parts of a loop add to numbers of their own.
//
//     s->rays++;               (*ks_part_sum_at(ks_sums + 0, &(s->rays)))++;
//     if (n > s->most)         if (n > KS_PART_EXTREME(ks_own_int32, ks_sums + 1, &(s->most)))
//     hit(s, o, d);            ks_hit_4_1(ks_sums, s, o, d);
//
// Where a macro names the memory, the copy has what the macro stands for (Expansions.h).
//
// The numbers have the order of the loop's reductions, in all copies for that loop. Functions may
// call each other, so all of them have names before one is read; and if one cannot be copied, none
// is of use. In `sum += f(x)`, where `f` adds to the sum as well, C leaves open whether the sum is
// read before the call. What the compiler does may depend on the text, so this is not copied.
#include "movability/read/SumClones.h"

#include "movability/code/Duplicates.h"
#include "movability/code/Expansions.h"
#include "movability/read/Clones.h"
#include "movability/read/SplitReader.h"
#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// The full expression that it is a part of.
const Expr *outermost(const Expr *part, ASTContext &context) {
  for (;;) {
    const Expr *around = nullptr;
    for (const DynTypedNode &parent : context.getParents(*part))
      if (const auto *expression = parent.get<Expr>())
        around = expression;
    if (!around)
      return part;
    part = around;
  }
}

std::vector<const Reduction *> sumsOf(const LoopFacts &loop) {
  std::vector<const Reduction *> sums;
  for (const Reduction &each : loop.reductions)
    if (each.called)
      sums.push_back(&each);
  return sums;
}

std::set<ValueId> callsOf(const LoopFacts &loop) {
  std::set<ValueId> calls;
  for (const Reduction *each : sumsOf(loop))
    calls.insert(each->called->calls.begin(), each->called->calls.end());
  return calls;
}

/// The integer of a part that has the memory's type, as kasuri.h has it.
std::string ownType(const Program &program, const Reduction &sum) {
  const ValueType &type = program[sum.update].type;
  return std::string(type.isSigned ? "ks_own_int" : "ks_own_uint") + std::to_string(type.size * 8);
}

class SumReader : public CodeReader {
public:
  SumReader(FunctionCode &function, CodeRecord &record) : CodeReader(function, record) {}

  void readUpdates(const LoopFacts &loop) {
    const std::vector<const Reduction *> sums = sumsOf(loop);
    for (size_t i = 0; i < sums.size(); ++i)
      for (ValueId access : sums[i]->called->accesses)
        if (program[program[access].block].function == function.id)
          replace(access, *sums[i], i);
    const Stmt *body = function.declaration.getBody();
    if (!mayBeDuplicated(body))
      refuse("a copy of a function with static variables or addresses of labels",
             body->getBeginLoc());
    replaceMacros();
  }

  /// In the function, and in the region if there is one. Returns prototypes of the copies.
  template <typename GetClone>
  std::string readCalls(const LoopFacts &loop, RegionId region, const std::string &arguments,
                        GetClone cloneOfFunction) {
    std::set<std::string> prototypes;
    for (ValueId call : callsOf(loop)) {
      const Instruction &value = program[call];
      if (program[value.block].function != function.id ||
          (region.valid() && !contains(program, region, value.block)))
        continue;
      const auto expression = sources.expressionOf.find(call);
      const auto *text = expression == sources.expressionOf.end()
                             ? nullptr
                             : dyn_cast<CallExpr>(expression->second);
      if (!text) {
        refuse("a call of this form", function.declaration.getBeginLoc());
        continue;
      }
      if (updating.contains(outermost(text, context)))
        refuse("a sum beside a call that adds to it", text->getBeginLoc());
      const MovableClone &clone = cloneOfFunction(value.callee);
      callClone(*text, clone, arguments);
      prototypes.insert(prototypeOf(*text, clone));
    }
    std::string all;
    for (const std::string &each : prototypes)
      all += each;
    return all;
  }

  std::optional<Refusal> refusal() const { return firstRefusal(); }

private:
  std::set<unsigned> replaced;     ///< by where the names begin
  std::set<const Expr *> updating; ///< full expressions
  struct InMacro {
    Expansion expansion;
    std::map<const Stmt *, std::string> names = {}; ///< in it, with what replaces them
  };
  std::map<unsigned, InMacro> inMacros; ///< by where the macro begins

  /// A Load and a Store may have one name.
  void replace(ValueId access, const Reduction &sum, size_t number) {
    const auto *lvalue = cast<Expr>(sources.expressionOf.at(access));
    const std::optional<TextRange> range = rangeOutsideMacros(lvalue);
    if (lvalue->HasSideEffects(context) || (!range && !replaceInMacro(lvalue, sum, number)))
      return refuse("this form of '" + program[access].text + "'", lvalue->getExprLoc());
    updating.insert(outermost(lvalue, context));
    if (range && replaced.insert(range->begin).second)
      record.code.edits.push_back({*range, ownText(sum, number, source.text(*range))});
  }

  /// False if no macro stands for a whole expression or statement there.
  bool replaceInMacro(const Expr *lvalue, const Reduction &sum, size_t number) {
    const std::optional<Expansion> found = expansionAround(lvalue, context);
    const std::optional<std::string> place = textOfExpansion(lvalue, {}, context);
    const std::optional<TextRange> range = found ? source.exactly(found->written) : std::nullopt;
    if (!range || !place || !source.file().hasWholeConditionals(*range))
      return false;
    InMacro &made = inMacros.try_emplace(range->begin, InMacro{*found}).first->second;
    made.names.emplace(lvalue, ownText(sum, number, *place));
    return made.expansion.whole == found->whole;
  }

  void replaceMacros() {
    for (const auto &[begin, each] : inMacros) {
      const std::optional<std::string> text =
          textOfExpansion(each.expansion.whole, each.names, context);
      if (text)
        record.code.edits.push_back({*source.exactly(each.expansion.written), *text});
      else
        refuse("a sum in a macro of this form", each.expansion.written.getBegin());
    }
  }

  std::string ownText(const Reduction &sum, size_t number, const std::string &place) const {
    const std::string own = "ks_sums + " + std::to_string(number) + ", &(" + place + ")";
    return isExtreme(foldOf(sum.kind))
               ? "KS_PART_EXTREME(" + ownType(program, sum) + ", " + own + ")"
               : "(*ks_part_sum_at(" + own + "))";
  }
};

} // namespace

std::map<FunctionId, MovableClone>
readSumClones(const ReadingContext &known, const std::vector<std::unique_ptr<SourceText>> &texts,
              const LoopFacts &loop, std::set<std::string> &names) {
  const std::string parameters = "ks_part_sum *ks_sums";
  std::map<FunctionId, MovableClone> clones;
  for (FunctionId each : calleesWithSums(loop)) {
    MovableClone &clone = clones[each];
    clone.function = each;
    clone.parameters = parameters;
    clone.name = nameOfClone(known.program, each, known.program[loop.loop].location);
    while (!names.insert(clone.name).second)
      clone.name += "b";
  }
  std::optional<Refusal> refusal;
  for (auto &[called, clone] : clones) {
    FunctionCode function(known, *texts[known.sources.unitOf.at(called)], called);
    CodeRecord record;
    SumReader reader(function, record);
    reader.readUpdates(loop);
    const std::string prototypes =
        reader.readCalls(loop, RegionId(), "ks_sums",
                         [&](FunctionId each) -> const MovableClone & { return clones.at(each); });
    const auto refused = reader.refusal();
    clone = cloneOf(function, clone.name, record, parameters, "the parts of a loop");
    clone.prototypes += prototypes;
    if (refused)
      clone.refusal = refused;
    if (!refusal)
      refusal = clone.refusal;
  }
  for (auto &[called, clone] : clones)
    clone.refusal = refusal;
  return clones;
}

std::optional<OutlinedSums> readSums(FunctionCode &function, CodeRecord &record,
                                     const LoopFacts &loop) {
  const std::vector<const Reduction *> sums = sumsOf(loop);
  if (sums.empty())
    return std::nullopt;
  OutlinedSums made;
  made.own = "ks_own_sums_" + taskMark;
  made.member = "ks_sums_" + taskMark;
  for (const Reduction *each : sums)
    made.sums.push_back({each->place->bytes, foldOf(each->kind), ownType(function.program, *each)});
  made.prototypes =
      SumReader(function, record)
          .readCalls(loop, loop.loop, made.own, [&](FunctionId each) -> const MovableClone & {
            return function.clones.at({.parts = loop.loop, .function = each});
          });
  return made;
}

} // namespace kasuri
