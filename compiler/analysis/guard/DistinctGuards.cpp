// Tables whose entries select what iterations access: are they distinct?
//
//     for (i = 0; i < n; i++)
//       out[place[i]] = f(in[i]);       table: place[0 .. n), row: one element of out
//
//     out[place[i] * 8 + k] ...         row: 8 elements, as long as k stays in [0, 8)
//
// If every access of two iterations that may meet is to the row that the iteration's entry selects,
// they meet only if two entries are equal. The program reads the entries in front of the loop and
// tells. It may read them, because each iteration reads its own: nothing may skip that, and entries
// of following iterations lie side by side. Or because they are in a variable, which is tested as
// well. They are still the same when the iterations read them, because nothing in the loop may
// write the table.
#include "analysis/dependence/Promises.h"
#include "analysis/guard/Ranges.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

struct RangeMaker::Selected {
  const Access *cell = nullptr; ///< that the entry was loaded from; null: none selects
  int64_t row = 0;
  Window rest; ///< of the row
};

/// A variable of the program: all of it can be read wherever the loop stands.
bool RangeMaker::isInVariable(const Base &base) const {
  return base.kind == Base::Kind::Object && !analysed.pointsTo.isSpecial(base.object) &&
         program[base.object].kind != Object::Kind::Heap && program[base.object].type.size > 0 &&
         !program[base.object].isVolatile;
}

/// In each iteration once, from memory that the loop leaves alone, one after the other.
bool RangeMaker::isTable(const Access &cell) const {
  const int64_t step = cell.offset.coefficientOf(view.counter);
  const auto start = Linear::add(cell.offset, Linear::symbol(view.counter), -step);
  if (!cell.at.valid() || !contains(program, loop, program[cell.at].block) ||
      !(isInVariable(cell.base) || isAlwaysDone(program, loop, cell)) || !isFixed(cell.base) ||
      cell.size == 0 || cell.size > 8 || std::abs(step) != static_cast<int64_t>(cell.size) ||
      !start || !isShared(*start))
    return false;
  const std::vector<ValueId> values = valuesWithin(program, loop);
  return std::none_of(values.begin(), values.end(), [&](ValueId value) {
    const std::vector<Access> &accesses = known.accessesAt(value);
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
      return access.isWrite &&
             mayEverTouchSame(effects, analysed.pointsTo, cell, access, access.base == cell.base);
    });
  });
}

RangeMaker::Selected RangeMaker::selected(const Access &access) const {
  for (const auto &[symbol, row] : access.offset.terms()) {
    const size_t number = effects[symbol].cell;
    auto rest = Linear::add(access.offset, Linear::symbol(symbol), -row);
    if (number == noCell || view.isShared(symbol) || !rest || !isTable(effects.cells[number]))
      continue;
    Access within = access;
    within.offset = *rest;
    return {&effects.cells[number], row,
            windowOf(effects, within, [&](SymbolId each) { return view.isShared(each); })};
  }
  return {};
}

std::optional<Guard::Test> RangeMaker::distinctTest(const std::vector<Access> &accesses) {
  const Selected first = selected(accesses.front());
  if (!first.cell || !first.rest.isKnown)
    return std::nullopt;
  int64_t low = first.rest.low, high = first.rest.high;
  for (const Access &access : accesses) {
    const Selected other = selected(access);
    const bool isAlike =
        other.cell && other.row == first.row && other.rest.isKnown &&
        other.rest.fixed == first.rest.fixed && other.cell->base == first.cell->base &&
        other.cell->offset == first.cell->offset && other.cell->size == first.cell->size;
    if (!isAlike)
      return std::nullopt;
    low = std::min(low, other.rest.low);
    high = std::max(high, other.rest.high);
  }
  auto base = high - low <= std::abs(first.row) ? addressOf(first.cell->base) : std::nullopt;
  auto span = base ? spanOf({*first.cell}) : std::nullopt;
  if (!span)
    return std::nullopt;
  if (isInVariable(first.cell->base)) {
    const auto size = static_cast<int64_t>(program[first.cell->base.object].type.size);
    exact.emplace_back(span->low, size);
    exact.emplace_back(span->end, size);
  }
  return Guard::Test{Guard::Test::Kind::Distinct,
                     {sum(*base, span->low), sum(*base, span->end)},
                     {},
                     constantOf(static_cast<int64_t>(first.cell->size))};
}

} // namespace kasuri
