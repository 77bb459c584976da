#include "reorder/TransposedCopies.h"

#include "reorder/NestCost.h"
#include "reorder/NestText.h"
#include "reorder/Polyhedra.h"
#include "reorder/ScheduleTrees.h"

#include <isl/schedule_node.h>

#include <algorithm>

namespace kasuri {

namespace {

constexpr int64_t fewestUses = 16; ///< of each element of a copy
constexpr int64_t rowsAtOnce = 8;  ///< as many elements as a line of a cache has

class CopyFinder {
public:
  CopyFinder(const AffineNest &nest, const NestNames &names, const FrontNumbers &numbers)
      : nest(nest), numbers(numbers), made{nest, names, {}, {}} {}

  std::optional<CopiedNest> find() {
    for (size_t i = 0; i < nest.statements.size(); ++i)
      if (const auto loops = loopsOfSum(nest.statements[i]))
        for (size_t k = 0; k < made.names.elements[i].size(); ++k)
          addCopy(i, k, loops->first, loops->second);
    if (made.copies.empty())
      return std::nullopt;
    readBuffers(made.names, nest.arrays.size());
    made.timeBefore = timeOf(made.nest) / timeOf(nest);
    return std::move(made);
  }

private:
  const AffineNest &nest;
  const FrontNumbers &numbers;
  CopiedNest made;

  /// The loop over terms of the sums that the statement makes, and that over sums whose elements
  /// are neighbors.
  std::optional<std::pair<size_t, size_t>> loopsOfSum(const AffineStatement &statement) const {
    const auto written = std::find_if(statement.accesses.begin(), statement.accesses.end(),
                                      [](const AffineAccess &access) { return access.isWrite; });
    if (written == statement.accesses.end() || statement.loops.size() < 3 ||
        written->subscripts.empty())
      return std::nullopt;
    const size_t terms = statement.loops.back();
    if (strideOf(nest, *written, terms) != Stride::Fixed)
      return std::nullopt;
    for (size_t loop : statement.loops)
      if (strideOf(nest, *written, loop) == Stride::Neighbor)
        return std::pair(terms, loop);
    return std::nullopt;
  }

  /// Of an iteration of each sum, in the order of the source.
  double timeOf(const AffineNest &its) const {
    double time = 0;
    for (const TransposedCopy &copy : made.copies)
      time += costOf(its, copy.statement, copy.columns, true, {});
    return time;
  }

  static bool isCounterOf(const AffineForm &form, size_t loop) {
    return form.parameters.empty() && form.loops.size() == 1 && form.loops.contains(loop);
  }

  /// `sums`: the row of the element; `terms`: its column.
  void addCopy(size_t number, size_t which, size_t terms, size_t sums) {
    const AffineStatement &statement = nest.statements[number];
    NestElement &element = made.names.elements[number][which];
    const AffineAccess &access = statement.accesses[element.accesses.front()];
    const AffineArray &array = nest.arrays[element.array];
    if (element.isWritten || element.isCall || access.isWhole || access.subscripts.size() != 2 ||
        !isCounterOf(access.subscripts[0], sums) || !isCounterOf(access.subscripts[1], terms) ||
        !array.expandedIn.empty() || nest.isWritten(element.array) ||
        !namesOnly(element.uses, terms, sums))
      return;
    std::optional<NestBuffer> buffer = bufferOver(nest, made.names, {terms, sums});
    if (!buffer || !isUsedOften(statement, terms, sums))
      return;
    const auto known = llvm::find_if(made.copies, [&](const TransposedCopy &each) {
      return each.from == element.array && each.subscripts == access.subscripts &&
             each.rows == sums && each.columns == terms;
    });
    const bool isFirst = known == made.copies.end();
    buffer->type = element.type;
    buffer->name = isFirst ? nameFor(element.name) : known->buffer.name;
    require(buffer->limit);
    const size_t copy = isFirst ? addArray(array, {terms, sums}) : known->array;
    made.copies.push_back({*buffer, isFirst, element.array, copy, access.subscripts, number, sums,
                           terms, element.text, element.uses});
    readCopy(number, which, {terms, sums});
  }

  void require(std::string condition) {
    if (!llvm::is_contained(made.conditions, condition))
      made.conditions.push_back(std::move(condition));
  }

  /// Its text can stand in loops that are only these, which start at numbers of their own.
  bool namesOnly(const LoopUses &uses, size_t terms, size_t sums) const {
    for (const auto *each : {&uses.variables, &uses.counters})
      for (const auto &[loop, times] : *each)
        if (times != 0 && loop != terms && loop != sums)
          return false;
    return nest.loops[terms].start.loops.empty() && nest.loops[sums].start.loops.empty();
  }

  /// "b_columns" for "b_kept".
  std::string nameFor(const std::string &kept) const {
    std::vector<NestBuffer> others;
    for (const TransposedCopy &each : made.copies)
      others.push_back(each.buffer);
    return freshName(made.names, others, kept.substr(0, kept.rfind("_kept")) + "_columns");
  }

  /// By a loop that is neither of these, and outside of all.
  bool isUsedOften(const AffineStatement &statement, size_t terms, size_t sums) {
    const size_t outermost = statement.loops.front();
    const AffineLoop &loop = nest.loops[outermost];
    const int64_t least = fewestUses * loop.stride;
    if (outermost == terms || outermost == sums || !loop.distance.loops.empty())
      return false;
    if (loop.distance.isConstant())
      return loop.distance.constant >= least;
    require(numbers.isAbove(loop.distance, least));
    return true;
  }

  size_t addArray(const AffineArray &from, const std::vector<size_t> &loops) {
    AffineArray copy{.name = from.name, .elementBytes = from.elementBytes, .dimensions = 2};
    copy.expandedIn = loops;
    made.nest.arrays.push_back(copy);
    made.names.addresses.emplace_back();
    return made.nest.arrays.size() - 1;
  }

  void readCopy(size_t number, size_t which, const std::vector<size_t> &loops) {
    AffineStatement &statement = made.nest.statements[number];
    NestElement &element = made.names.elements[number][which];
    const NestBuffer &buffer = made.copies.back().buffer;
    const size_t array = made.copies.back().array;
    for (size_t each : element.accesses) {
      statement.accesses[each].array = array;
      statement.accesses[each].subscripts = subscriptsIn(loops);
    }
    element.array = array;
    element.text = buffer.name + "[" + buffer.place + "]";
    LoopUses &uses = made.names.uses[number];
    uses.remove(element.uses);
    element.uses = {};
    for (size_t loop : loops) {
      element.uses.counters[loop] = 1;
      ++uses.counters[loop];
    }
  }
};

/// The iterations of these loops in which the statement is executed.
isl::set iterationsOf(const AffineNest &nest, const Polyhedra &polyhedra,
                      const TransposedCopy &copy) {
  const std::vector<size_t> &all = nest.statements[copy.statement].loops;
  isl::set its;
  polyhedra.domain.foreach_set([&](const isl::set &each) {
    if (numberOf(each) == copy.statement)
      its = each;
  });
  for (size_t i = all.size(); i-- > 0;)
    if (all[i] != copy.rows && all[i] != copy.columns)
      its =
          isl::manage(isl_set_project_out(its.release(), isl_dim_set, static_cast<unsigned>(i), 1));
  return isl::manage(isl_set_set_tuple_name(its.release(), statementName(0).c_str()));
}

/// Some rows at a time, so that the copy is written line by line. `rows`: the number of the loop
/// over them, 0 or 1.
isl::schedule scheduleOf(const isl::set &iterations, const std::vector<std::string> &names,
                         int rows) {
  const isl::union_pw_aff row = counterOf(iterations, rows);
  const isl::union_pw_aff tile = roundedDown(row, rowsAtOnce);
  const isl::schedule_node leaf =
      isl::schedule::from_domain(isl::union_set(iterations)).root().child(0);
  const std::string &name = names[static_cast<size_t>(rows)];
  BandMark points, tiles;
  tiles.isParallel = true;
  tiles.loops = {name + "_tile"};
  points.depth = 1;
  points.loops = {names[static_cast<size_t>(1 - rows)] + "_point", name + "_point"};
  const isl::schedule_node inTile =
      marked(withBand(leaf, {counterOf(iterations, 1 - rows), difference(row, tile)}), points);
  return marked(withBand(inTile, {tile}), tiles).schedule();
}

} // namespace

std::optional<CopiedNest> withTransposedCopies(const AffineNest &nest, const NestNames &names,
                                               const FrontNumbers &numbers) {
  return CopyFinder(nest, names, numbers).find();
}

std::string printCopies(const AffineNest &nest, const Polyhedra &polyhedra,
                        const std::vector<std::string> &loops, const CopiedNest &made,
                        const std::string &indentation) {
  std::string text;
  for (const TransposedCopy &copy : made.copies) {
    AffineNest its = nest;
    its.statements = {nest.statements[copy.statement]};
    std::vector<size_t> &around = its.statements[0].loops;
    std::erase_if(around, [&](size_t loop) { return loop != copy.rows && loop != copy.columns; });
    its.statements[0].accesses.clear();
    const isl::set iterations = iterationsOf(nest, polyhedra, copy);
    Polyhedra copied = polyhedra;
    copied.domain = isl::union_set(iterations);
    NestOrder order;
    order.schedule = scheduleOf(iterations, {loops[around[0]], loops[around[1]]},
                                around[0] == copy.rows ? 0 : 1);
    const std::string statement = copy.buffer.name + "[" + copy.buffer.place + "] = " + copy.text;
    text +=
        printNest(its, copied, order,
                  namesOfCopy(made.names, statement + ";", copy.uses, {copy.rows, copy.columns}),
                  indentation);
  }
  return text;
}

} // namespace kasuri
