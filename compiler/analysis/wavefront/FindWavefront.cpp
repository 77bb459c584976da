// Which loops can run as a wavefront: iterations at the same time, each a little behind the one
// before.
//
//     for (i = 1; i < n; i++)          rows
//       for (j = 1; j < m; j++)        columns
//         d[i][j] = f(d[i - 1][j - 1], d[i - 1][j], d[i - 1][j + 1], d[i][j - 1]);
//
// Row i may do column j when row i - 1 has done column j + 1. So the rows run beside each other,
// one for each core, and each row does its columns in the order of the source: what is computed is
// the same, bit for bit. A number has to be found, the reach: how many columns the row before must
// be ahead, here 1. It is the least with which no two iterations of the nest depend on each other
// in another order than that in which they run (dependence/Dependences.cpp says which that is).
// Rows further apart have more columns between them, a reach for each row, which the test knows.
//
// Why the order holds, whatever the rows' columns are: a row that tells how far it has come has
// waited for the row before to be a reach ahead of that, which had waited in the same way. A row is
// over only when the row before is. So what is known of the row before is known of all before it.
// Columns are told by the value of their variable, so rows may begin and end at other ones.
//
// A loop that may be parallel behind a test is one for it, too, if the test can be seen to fail
// (SurelyCarried.h).
//
// Refused: a row that needs what stands behind the columns of the row before, or a whole row; a
// jump out of the columns; memory that may run out in a row, and errno, whose order the runtime
// knows for whole parts only; what each part collects for itself, if the order matters there.
//
// Source: the wavefront method of L. Lamport, "The parallel execution of DO loops" (1974), with
// point-to-point waits as in R. Cytron, "Doacross: beyond vectorization for multiprocessors"
// (1986).
#include "analysis/wavefront/FindWavefront.h"

#include "analysis/library/LibraryFunctions.h"
#include "analysis/loop/LoopVerdicts.h"
#include "analysis/wavefront/SurelyCarried.h"
#include "model/Regions.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace kasuri {
namespace {

constexpr int64_t largestReach = 64; ///< columns
constexpr size_t mostColumns = 4;    ///< loops of a row that are tried
constexpr int64_t largestFirst = int64_t(1)
                                 << 62; ///< no row counts on from there to the type's end

/// Where the memory begins that an address is in: variables and pointers.
void collectStarts(const Program &program, const GuardValue &value, std::set<ObjectId> &found) {
  const bool isPointer = value.op == GuardValue::Op::Variable &&
                         program[value.object].type.kind == ValueType::Kind::Pointer;
  if (isPointer || value.op == GuardValue::Op::Address)
    found.insert(value.object);
  for (const GuardValue &operand : value.operands)
    collectStarts(program, operand, found);
}

/// A test that two parts of one block do not overlap: of what rows hand on, they do.
bool isAboutOneBlock(const Program &program, const Guard &guard) {
  return std::any_of(guard.alternatives.begin(), guard.alternatives.end(),
                     [&](const Guard::Test &test) {
                       std::set<ObjectId> first, second;
                       if (test.kind == Guard::Test::Kind::Apart) {
                         collectStarts(program, test.first.low, first);
                         collectStarts(program, test.second.low, second);
                       }
                       return std::any_of(first.begin(), first.end(),
                                          [&](ObjectId each) { return second.contains(each); });
                     });
}

bool isTowardsBound(const CountedForm &form) {
  switch (form.relation) {
  case Relation::Less:
  case Relation::LessEqual:
    return form.step > 0;
  case Relation::Greater:
  case Relation::GreaterEqual:
    return form.step < 0;
  case Relation::NotEqual:
    return std::abs(form.step) == 1;
  default:
    return false;
  }
}

/// A plain integer of the function that nothing else leads to.
bool isVariableOfColumns(const Program &program, FunctionId function, ObjectId variable) {
  const Object &object = program[variable];
  return object.isPlainScalar() && object.isAutomatic() && !object.addressTaken &&
         object.owner == function && object.type.kind == ValueType::Kind::Integer &&
         object.type.size <= 8;
}

class WaveFinder {
public:
  WaveFinder(const AnalysedProgram &analysed, const LoopFacts &verdict, IterationTables &tables,
             const Budget &budget)
      : analysed(analysed), program(analysed.program), loop(verdict.loop), region(program[loop]),
        known(analysed.effects.functions[region.function.index()]), verdict(verdict),
        tables(tables), whole(budget) {}

  std::optional<LoopFacts> find() {
    if (!mayHelp())
      return std::nullopt;
    for (RegionId columns : columnsToTry()) {
      std::optional<Obstacle> carried;
      if (verdict.isParallel)
        carried = findSurelyCarried(analysed, loop, columns);
      if (verdict.isParallel && !carried)
        continue;
      std::optional<LoopFacts> found = findBy(columns);
      if (!found || (carried && found->guards.size() >= verdict.guards.size()))
        continue;
      if (carried)
        found->obstacles = {*carried};
      return found;
    }
    return std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const Region &region;
  const FunctionAccesses &known;
  const LoopFacts &verdict;
  IterationTables &tables;
  const Budget whole;

  /// Its order can be kept.
  bool mayHelp() const {
    return known.counters.contains(loop) && region.obstacle.empty() && !mayRunOut(analysed, loop) &&
           !mayFailAssertion(analysed, loop) && !setsErrno();
  }

  /// Where somebody may look at it.
  bool setsErrno() const {
    const std::vector<ValueId> values = valuesWithin(program, loop);
    return analysed.readsErrno && std::any_of(values.begin(), values.end(), [&](ValueId value) {
             const std::vector<Access> &accesses = known.accessesAt(value);
             return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
               return isTo(analysed, access, SpecialObject::ErrnoSet);
             });
           });
  }

  /// Of a row with many loops, to judge the rows by each would take far longer than to judge them
  /// once: none whose order cannot settle what they carry, and only those with most work.
  std::vector<RegionId> columnsToTry() const {
    std::vector<RegionId> found = columnLoops();
    if (found.size() <= mostColumns)
      return found;
    Budget budget = whole;
    const LoopFindings unordered = judgeUnguarded(analysed, loop, tables, budget);
    std::erase_if(found, [&](RegionId columns) {
      return annotationsOf(program, columns, Annotation::Kind::Columns).empty() &&
             !std::ranges::all_of(unordered.carried, [&](const auto &each) {
               return mayWait(rowPartOf(program, columns, each.first),
                              rowPartOf(program, columns, each.second));
             });
    });
    found.resize(std::min(found.size(), mostColumns));
    return found;
  }

  /// Those in the body that are run in each iteration and counted in a simple way: first what most
  /// of a row's time is spent in.
  std::vector<RegionId> columnLoops() const {
    std::vector<RegionId> found;
    collectColumnLoops(region.children[0], found);
    std::stable_sort(found.begin(), found.end(), [&](RegionId first, RegionId second) {
      return workOf(first) > workOf(second);
    });
    return found;
  }

  /// Steps of all its iterations, as many as there may be.
  double workOf(RegionId columns) const {
    auto count = known.tripCounts.find(columns);
    const double distance =
        count == known.tripCounts.end()
            ? static_cast<double>(INT64_MAX)
            : static_cast<double>(rangeOf(analysed.effects, count->second.distance).high);
    return distance * static_cast<double>(valuesWithin(program, columns).size());
  }

  void collectColumnLoops(RegionId statement, std::vector<RegionId> &found) const {
    const Region &its = program[statement];
    if (its.kind == Region::Kind::Loop && isOfColumns(statement))
      found.push_back(statement);
    if (its.kind == Region::Kind::Sequence && (!isCutShort(statement) || isLastOfRow(statement)))
      for (RegionId child : its.children)
        collectColumnLoops(child, found);
  }

  /// Jumps in it lead to what follows it.
  bool isCutShort(RegionId sequence) const {
    const std::vector<RegionId> regions = regionsWithin(program, sequence);
    return std::any_of(regions.begin(), regions.end(),
                       [&](RegionId each) { return program[each].target == sequence; });
  }

  /// Nothing of the row follows it.
  bool isLastOfRow(RegionId statement) const {
    if (statement == region.children[0])
      return true;
    const std::vector<RegionId> &siblings = program[program[statement].parent].children;
    auto isEmpty = [&](RegionId each) {
      return program[each].kind == Region::Kind::Block && program[each].values.empty();
    };
    return std::all_of(std::find(siblings.begin(), siblings.end(), statement) + 1, siblings.end(),
                       isEmpty) &&
           isLastOfRow(program[statement].parent);
  }

  bool isOfColumns(RegionId columns) const {
    return mayBeColumns(program, columns) && known.counters.contains(columns) &&
           known.invariantBounds.contains(columns) && !known.wrappingCounters.contains(columns) &&
           advancesSteadily(columns) && firstColumn(columns);
  }

  bool advancesSteadily(RegionId columns) const {
    auto steps = known.inductions.find(columns);
    if (steps == known.inductions.end())
      return false;
    const CountedForm &form = program[columns].counted;
    auto step = steps->second.find(form.variable);
    return step != steps->second.end() && step->second == Linear(form.step);
  }

  /// What the variable of the columns begins with.
  std::optional<Linear> firstColumn(RegionId columns) const {
    auto first = known.starts.find(columns);
    if (first == known.starts.end() || first->second.mayWrap ||
        first->second.kind != SymbolicValue::Kind::Integer)
      return std::nullopt;
    const ValueType &type = program[program[columns].counted.variable].type;
    const bool mayPass = type.size == 8 && !type.isSigned &&
                         rangeOf(analysed.effects, first->second.offset).high > largestFirst;
    return mayPass ? std::nullopt : std::optional(first->second.offset);
  }

  /// What they begin with can be evaluated where the row begins.
  bool isKnownAtStart(RegionId columns) const {
    const ValueId initial = program[columns].counted.initial;
    return initial.valid() && isFixedInRow(initial);
  }

  bool isFixedInRow(ValueId id) const {
    const Instruction &value = program[id];
    if (value.op == Op::Constant)
      return true;
    if (value.isVolatile)
      return false;
    if (value.op == Op::Load) {
      const ObjectId variable = variableOf(program, id);
      return variable.valid() && isFixedInRow(variable);
    }
    const bool isSum = value.op == Op::Convert || value.op == Op::Add || value.op == Op::Sub ||
                       value.op == Op::Mul || value.op == Op::Negate;
    return isSum && std::all_of(value.operands.begin(), value.operands.end(),
                                [&](ValueId operand) { return isFixedInRow(operand); });
  }

  bool isFixedInRow(ObjectId variable) const {
    if (!program[variable].isPlainScalar() || program[variable].addressTaken)
      return false;
    const std::vector<ValueId> values = valuesWithin(program, loop);
    return std::none_of(values.begin(), values.end(), [&](ValueId id) {
      const bool isOwnStep = variable == region.counted.variable &&
                             (program[id].block == region.step || program[id].block == region.init);
      return isStoreTo(program, id, variable) && !isOwnStep;
    });
  }

  std::optional<WaveOrder> orderBy(RegionId columns) const {
    const int64_t step = program[columns].counted.step;
    const auto first = Linear::scale(*firstColumn(columns), step > 0 ? 1 : -1);
    const SymbolId counter = known.counters.at(columns);
    const auto column =
        first ? Linear::add(*first, Linear::symbol(counter), std::abs(step)) : std::nullopt;
    return column ? std::optional(WaveOrder{columns, *first, *column}) : std::nullopt;
  }

  std::optional<LoopFindings> judged(const WaveOrder &order, int64_t reach) const {
    WaveOrder within = order;
    within.reach = reach;
    Budget budget = whole;
    LoopFindings found = judgeLoopInWaves(analysed, loop, within, tables, budget);
    return isKept(found.facts) ? std::optional(std::move(found)) : std::nullopt;
  }

  std::optional<LoopFacts> findBy(RegionId columns) const {
    std::optional<WaveOrder> order = orderBy(columns);
    std::optional<LoopFindings> found = order ? judged(*order, largestReach) : std::nullopt;
    if (order && !found && isKnownAtStart(columns)) {
      order->entersInTurn = true;
      found = judged(*order, largestReach);
    }
    if (!found)
      return std::nullopt;
    const size_t guards = found->facts.guards.size(); // a shorter reach is not bought with tests
    int64_t low = -1, high = largestReach;
    while (high - low > 1) {
      const int64_t middle = low < 3 ? low + 1 : (low + high) / 2;
      auto shorter = judged(*order, middle);
      if (shorter && shorter->facts.guards.size() <= guards) {
        found = std::move(shorter);
        high = middle;
      } else
        low = middle;
    }
    if (!leavesRoom(columns, high))
      return std::nullopt;
    return describe(std::move(found->facts), *order, high);
  }

  /// Rows that wait for half of a row, or more, hardly run beside each other.
  bool leavesRoom(RegionId columns, int64_t reach) const {
    auto count = known.tripCounts.find(columns);
    return count == known.tripCounts.end() ||
           2 * reach <=
               std::max<int64_t>(1, rangeOf(analysed.effects, count->second.distance).high);
  }

  /// The same in any order, bit by bit: of equal magnitudes there are no two.
  bool isInAnyOrder(const Reduction &each) const {
    const bool isExtreme =
        each.kind == ReductionKind::Minimum || each.kind == ReductionKind::Maximum;
    if (!each.isFloating)
      return true;
    if (!isExtreme || each.isLast || !each.object.valid())
      return false;
    const std::vector<ValueId> values = valuesWithin(program, loop);
    return std::all_of(values.begin(), values.end(), [&](ValueId id) {
      const bool isUpdate = isStoreTo(program, id, each.object);
      return !isUpdate || isMagnitude(program[id].operands[1], 4);
    });
  }

  /// fabs(x), a number, or a variable that never holds anything else: no negative zero.
  bool isMagnitude(ValueId id, unsigned depth) const {
    id = withoutConverts(program, id);
    const Instruction &value = program[id];
    if (value.op == Op::Constant)
      return value.number >= 0;
    if (value.real)
      return *value.real >= 0 && !std::signbit(*value.real);
    if (value.op == Op::Call)
      return libraryCalled(value) && (value.calleeName == "fabs" || value.calleeName == "fabsf" ||
                                      value.calleeName == "fabsl");
    const ObjectId variable = value.op == Op::Load ? variableOf(program, id) : ObjectId();
    if (depth == 0 || !variable.valid() || program[variable].kind != Object::Kind::Local ||
        !program[variable].isPlainScalar() || program[variable].addressTaken)
      return false;
    const std::vector<ValueId> values = valuesWithin(program, program[region.function].body);
    return std::all_of(values.begin(), values.end(), [&](ValueId each) {
      return !isStoreTo(program, each, variable) ||
             isMagnitude(program[each].operands[1], depth - 1);
    });
  }

  /// Parts that do not have iterations in a row can have what this takes.
  bool isKept(const LoopFacts &its) const {
    auto isPlain = [&](const Reduction &each) {
      return isInAnyOrder(each) && !each.place && !each.accumulator && !each.isListed() &&
             !each.key.valid() && each.companions.empty() && each.companionPlaces.empty() &&
             each.speculated.empty() && each.function.name.empty();
    };
    if (std::any_of(its.guards.begin(), its.guards.end(),
                    [&](const Guard &each) { return isAboutOneBlock(program, each); }))
      return false;
    return its.isParallel && its.blocks.empty() && !its.hasOwnErrno && !its.amount &&
           std::all_of(its.reductions.begin(), its.reductions.end(), isPlain) &&
           std::none_of(its.privates.begin(), its.privates.end(),
                        [](const PrivateObject &each) { return each.mayBeUnset; });
  }

  LoopFacts describe(LoopFacts its, const WaveOrder &order, int64_t reach) const {
    const CountedForm &form = program[order.columns].counted;
    its.isParallel = false;
    its.obstacles = verdict.obstacles;
    its.assumesAssertions = verdict.assumesAssertions;
    its.wavefront = Wavefront{order.columns,      reach,
                              form.step > 0,      std::abs(form.step),
                              order.entersInTurn, !isLastOfRow(order.columns)};
    return its;
  }
};

} // namespace

bool mayBeColumns(const Program &program, RegionId loop) {
  const Region &its = program[loop];
  const CountedForm &form = its.counted;
  const bool isSimple = form.variable.valid() && form.isPlain() && form.step != 0 &&
                        form.otherBounds.empty() && form.boundStep == 0 && its.testsFirst &&
                        form.advance == CountedForm::Advance::AfterBody && !form.declaresOthers;
  return isSimple && its.inMainFile && its.obstacle.empty() && isTowardsBound(form) &&
         isVariableOfColumns(program, its.function, form.variable) &&
         !leavingJump(program, loop).valid();
}

bool mayBeWavefront(const LoopFacts &verdict) {
  auto isCarried = [](const Obstacle &each) {
    using Kind = ObstacleKind;
    switch (each.kind) {
    case Kind::CarriedFlow:
    case Kind::CarriedAnti:
    case Kind::CarriedOutput:
    case Kind::NonAffineSubscript:
    case Kind::UnknownAlias:
    case Kind::UnknownPointer:
    case Kind::SharedScratch:
    case Kind::FloatReduction:
      return true;
    default:
      return false;
    }
  };
  const bool isSureToRun = verdict.isParallel && verdict.guards.empty();
  return !isSureToRun && !verdict.distribution && !verdict.ordered &&
         std::all_of(verdict.obstacles.begin(), verdict.obstacles.end(), isCarried);
}

std::optional<LoopFacts> findWavefront(const AnalysedProgram &analysed, const LoopFacts &verdict,
                                       IterationTables &tables, const Budget &budget) {
  if (!mayBeWavefront(verdict))
    return std::nullopt;
  return WaveFinder(analysed, verdict, tables, budget).find();
}

} // namespace kasuri
