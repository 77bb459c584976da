// Two kinds of tests. The first is of numbers behind pointers, such as f->height, that the program
// reads in front of a loop as well:
//
//     size = f->width * f->height;                if this has not trapped, a guard does not either
//     while (fread(f->pixels, 1, size, in))
//       for (y = 0; y < f->height; y++) ...       fills all of an image if f->height >= 0
//
// Nothing in the function writes or frees them (BlockPaths.h), so an earlier read gives the value
// that the loop will see.
//
// The second is of conditions in the loop that stay the same:
//
//     while ((n = read_frame(in, f)) > 0) {
//       if (!h->is_constant_quality) budget = share(h->reservoir);
//       quantise(f, budget);                            guarded: 'h->is_constant_quality != 0'
//       if (!h->is_constant_quality) h->reservoir += used(f);
//     }
//
// What such a condition reads, the program may not have read in front of the loop, and if the loop
// does not run at all, `h` may be null there, or lead to what has been freed. So the flag is peeked
// (ks_peek): a place that cannot be read fails the test, and the loop runs as it stands. The test
// is right if the number is the one that the loop's conditions get, in all iterations that evaluate
// one:
//   - Nothing in the loop, its head and its exits included, writes or frees the flag, nor any
//     pointer by which the loop comes to it. So whatever has its lifetime when the loop starts is
//     then what it is in each iteration.
//   - A block that is made only in the loop cannot have been reached before by pointers that the
//     loop leaves alone. A pointer to freed memory may lead to a new block by chance, but a program
//     that uses it is not defined.
//   - If no iteration evaluates the condition, what it guards does not happen, whatever the number.
// An address that a variable without a value would give is not used at all (isSet).
//
// In a copy of the program whose calls are inlined, guards are about the original as well: they
// name only what has a name in front of the loop.
#include "analysis/pipeline/PipelineGuards.h"

#include "analysis/guard/Ranges.h"
#include "analysis/pipeline/PipelineRanges.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

class NumberFinder {
public:
  NumberFinder(const PipelineDraft &draft, BlockPaths &paths)
      : draft(draft), program(draft.program), paths(paths) {}

  /// What the program has loaded in front of the loop from the member that ends the path.
  struct Loaded {
    GuardValue value;
    std::string text;
  };

  std::optional<Loaded> find(SymbolId symbol) const {
    const std::optional<BlockPath> path = paths.ofFunction(symbol);
    const ValueId origin = draft.analysed.effects[symbol].origin;
    const bool isNumber = origin.valid() && program[origin].type.kind == ValueType::Kind::Integer;
    return path && isNumber ? loadedAt(*path, program[origin].type) : std::nullopt;
  }

  /// In the loop's own sequence or one around it.
  bool isSurelyBefore(ValueId value) const {
    const RegionId block = program[value].block;
    for (RegionId below = draft.loop, up = program[below].parent; up.valid();
         below = up, up = program[up].parent) {
      if (program[up].kind != Region::Kind::Sequence)
        continue;
      const std::vector<RegionId> &children = program[up].children;
      for (auto child = children.begin(); *child != below; ++child)
        if (contains(program, *child, block))
          return isPlainlyIn(program, *child, block);
    }
    return false;
  }

private:
  const PipelineDraft &draft;
  const Program &program;
  BlockPaths &paths;

  std::optional<Loaded> loadedAt(const BlockPath &path, const ValueType &type) const {
    if (path.members.empty())
      return Loaded{{.op = GuardValue::Op::Variable, .object = path.root}, ""};
    const std::optional<ValueId> load = earlierLoad(path, type);
    const std::optional<Loaded> holder = load ? loadedAt(holderOf(path), pointer()) : std::nullopt;
    if (!holder)
      return std::nullopt;
    return Loaded{{.op = GuardValue::Op::Loaded,
                   .number = static_cast<int64_t>(type.size),
                   .isSigned = type.isSigned,
                   .operands = {sum(holder->value, constantOf(path.members.back()))}},
                  program[*load].text};
  }

  ValueType pointer() const {
    return {.kind = ValueType::Kind::Pointer, .size = static_cast<uint64_t>(program.pointerBytes)};
  }

  /// Of as many bytes as the type has, which may be read by another one.
  std::optional<ValueId> earlierLoad(const BlockPath &path, const ValueType &type) const {
    for (ValueId value : valuesWithin(program, program[draft.function].body))
      if (program[value].type.size == type.size && isLoadOf(value, path) && isSurelyBefore(value))
        return value;
    return std::nullopt;
  }

  bool isLoadOf(ValueId value, const BlockPath &path) const {
    const Instruction &load = program[value];
    const std::vector<Access> &accesses = draft.known.accessesAt(value);
    return load.op == Op::Load && !load.conditional && !load.isVolatile && !load.partial &&
           accesses.size() == 1 && paths.isToEnd(accesses[0], path);
  }
};

/// The variable has a value where the guard is tested, in front of all of the loop.
bool isSet(const PipelineDraft &draft, const NumberFinder &numbers, ObjectId variable) {
  const Program &program = draft.program;
  if (program[variable].kind == Object::Kind::Parameter)
    return true;
  return std::ranges::any_of(valuesWithin(program, program[draft.function].body),
                             [&](ValueId value) {
                               return isStoreTo(program, value, variable) &&
                                      !program[value].conditional && numbers.isSurelyBefore(value);
                             });
}

/// Of all that the group stands for, once each.
std::set<PremiseId> premisesOf(const PipelineDraft &draft, const AccessGroup &group) {
  std::set<PremiseId> premises;
  for (const auto &[at, origin] : group.places)
    for (const Access &access : draft.known.accessesAt(at))
      if (access.origin == origin && access.isWrite == group.sample.isWrite)
        premises.insert(access.premise);
  return premises;
}

} // namespace

std::vector<Clause> testsBehindOrder(const PipelineDraft &draft) {
  const PremiseTable &premises = draft.analysed.effects.premises;
  std::map<Clause, std::pair<size_t, size_t>> found; ///< what it ends, or helps to end
  const auto add = [&](const std::set<PremiseId> &all) {
    std::map<Clause, size_t> counts;
    for (PremiseId premise : all)
      for (const Clause &clause : premises[premise])
        ++counts[clause];
    for (const auto &[clause, count] : counts)
      ++(count == all.size() ? found[clause].first : found[clause].second);
  };
  for (const PipelineDraft::Carried &each : draft.carried)
    if (isHeavy(draft, {std::min(each.earlier, each.later), std::max(each.earlier, each.later)}))
      for (size_t group : {each.fromGroup, each.toGroup})
        add(premisesOf(draft, draft.groups[group]));
  for (const Handed &each : draft.handed)
    if (isHeavy(draft, each.range))
      add(each.premises);
  std::vector<Clause> tests;
  for (const auto &[clause, counts] : found)
    tests.push_back(clause);
  std::ranges::sort(tests, [&](const Clause &a, const Clause &b) {
    return found[a] != found[b] ? found[a] > found[b] : a < b;
  });
  return tests;
}

std::optional<Guard> guardAgainst(const PipelineDraft &draft, const Clause &clause) {
  const AnalysedProgram &analysed = draft.analysed;
  const auto held = draft.known.heldAt.find(draft.loop);
  const Premise &known =
      analysed.effects.premises[held != draft.known.heldAt.end() ? held->second : PremiseId()];
  const bool holds = std::ranges::find(known, clause) != known.end();
  const bool hasElement = std::ranges::any_of(
      clause, [](const ConditionTest &test) { return test.kind == ConditionTest::Kind::Element; });
  if (holds || hasElement)
    return std::nullopt;
  BlockPaths paths(draft);
  const NumberFinder numbers(draft, paths);
  FrontReads reads;
  reads.loadedBefore = [&](SymbolId symbol) {
    const auto found = numbers.find(symbol);
    return found ? std::optional(found->value) : std::nullopt;
  };
  reads.isSteady = [&](const Access &read) {
    return std::ranges::none_of(draft.known.lists(), [&](const auto &list) {
      return contains(draft.program, draft.loop, draft.program[list.first].block) &&
             std::ranges::any_of(*list.second, [&](const Access &access) {
               return access.isWrite &&
                      mayTouchSame(analysed.effects, analysed.pointsTo, read, access);
             });
    });
  };
  reads.isSet = [&](ObjectId variable) { return isSet(draft, numbers, variable); };
  const Viewpoint view =
      acrossIterations(draft.program, analysed.effects, draft.function, draft.loop);
  RangeMaker ranges(analysed, draft.loop, view, draft.budget, draft.own.refuted);
  ranges.testAnyway(reads);
  return ranges.guardAgainst(clause);
}

std::optional<Guard> guardNotNegative(const PipelineDraft &draft, BlockPaths &paths,
                                      const Linear &value) {
  if (value.terms().size() != 1 || value.terms().begin()->second != 1)
    return std::nullopt;
  const auto found = NumberFinder(draft, paths).find(value.terms().begin()->first);
  if (!found)
    return std::nullopt;
  Guard guard;
  guard.alternatives.push_back({.kind = Guard::Test::Kind::NotNegative,
                                .stride = sum(found->value, constantOf(value.constant()))});
  guard.isCondition = true;
  guard.text = "'" + found->text + " >= " + std::to_string(-value.constant()) + "'";
  return guard;
}

} // namespace kasuri
