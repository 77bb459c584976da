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
//
//     for (y = 0; y < h; y++)
//       for (x = 0; x < w; x++)
//         to[y][x] = from[y][x];        the pointers to[0 .. h): rows of w elements behind each
//
// The same goes for tables of pointers (RowGuards.cpp).
#include "analysis/guard/TableRows.h"

#include "analysis/dependence/Promises.h"
#include "analysis/symbolic/EffectiveTypes.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

struct Selected {
  const Access *entry = nullptr; ///< null: none selects
  int64_t row = 0;               ///< bytes
  Window rest = {};              ///< of the row
};

class TableFinder {
public:
  TableFinder(const AnalysedProgram &analysed, const Viewpoint &view)
      : analysed(analysed), program(analysed.program), effects(analysed.effects), view(view),
        known(effects.functions[program[view.loop].function.index()]) {}

  Selected selected(const Access &access) const {
    for (const auto &[symbol, row] : access.offset.terms()) {
      const size_t number = effects[symbol].cell;
      auto rest = Linear::add(access.offset, Linear::symbol(symbol), -row);
      if (number == noCell || view.isShared(symbol) || !rest || !isEntry(effects.cells[number]))
        continue;
      Access within = access;
      within.offset = *rest;
      return {&effects.cells[number], row, windowOf(effects, within, view.isShared)};
    }
    return {};
  }

  std::optional<Access> pointerLoadedAs(SymbolId symbol) const {
    const size_t number = effects[symbol].cell;
    if (number == noCell || effects[symbol].function != program[view.loop].function)
      return std::nullopt;
    const Access &cell = effects.cells[number];
    const bool isPointer = cell.origin.valid() && program[cell.origin].op == Op::Load &&
                           program[cell.origin].type.kind == ValueType::Kind::Pointer &&
                           program[cell.origin].type.size == cell.size;
    const bool isHere = cell.at.valid() && contains(program, view.loop, program[cell.at].block);
    return isPointer && isHere && stepOf(cell) != 0 && !mayBeWritten(cell) ? std::optional(cell)
                                                                           : std::nullopt;
  }

  int64_t stepOfFixed(const Access &cell) const { return mayBeWritten(cell) ? 0 : stepOf(cell); }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const Effects &effects;
  const Viewpoint &view;
  const FunctionAccesses &known;

  /// Of a table with one place: how far on the next iteration's entry is; 0: not known.
  int64_t stepOf(const Access &cell) const {
    const int64_t step = cell.offset.coefficientOf(view.counter);
    const auto start = Linear::add(cell.offset, Linear::symbol(view.counter), -step);
    const bool isOnePlace =
        cell.base.kind == Base::Kind::Object ||
        (cell.base.kind == Base::Kind::Symbol && view.isShared(cell.base.symbol));
    const bool isKnown = isOnePlace && cell.size > 0 && cell.size <= 8 &&
                         std::abs(step) >= static_cast<int64_t>(cell.size) && start &&
                         std::ranges::all_of(start->terms(), [&](const auto &term) {
                           return view.isShared(term.first);
                         });
    return isKnown ? step : 0;
  }

  /// May be read in front of the loop, and holds the same until its iteration reads it.
  bool isEntry(const Access &cell) const {
    return cell.at.valid() && contains(program, view.loop, program[cell.at].block) &&
           std::abs(stepOf(cell)) == static_cast<int64_t>(cell.size) &&
           (isVariable(analysed, cell.base) || isAlwaysDone(program, view.loop, cell)) &&
           !mayBeWritten(cell);
  }

  bool mayBeWritten(const Access &cell) const {
    return std::ranges::any_of(valuesWithin(program, view.loop), [&](ValueId value) {
      return std::ranges::any_of(known.accessesAt(value), [&](const Access &access) {
        return access.isWrite && mayBeRead(access, cell) &&
               mayEverTouchSame(effects, analysed.pointsTo, cell, access, access.base == cell.base);
      });
    });
  }
};

bool areAlike(const Selected &a, const Selected &b) {
  return a.entry && b.entry && a.row == b.row && a.rest.isKnown && b.rest.isKnown &&
         a.rest.fixed == b.rest.fixed && a.entry->base == b.entry->base &&
         a.entry->offset == b.entry->offset && a.entry->size == b.entry->size;
}

} // namespace

bool isVariable(const AnalysedProgram &analysed, const Base &base) {
  if (base.kind != Base::Kind::Object || analysed.pointsTo.isSpecial(base.object))
    return false;
  const Object &object = analysed.program[base.object];
  return object.kind != Object::Kind::Heap && object.type.size > 0 && !object.isVolatile;
}

std::optional<Access> entryOfRow(const AnalysedProgram &analysed, const Viewpoint &view,
                                 SymbolId symbol) {
  return TableFinder(analysed, view).pointerLoadedAs(symbol);
}

int64_t stepOfEntry(const AnalysedProgram &analysed, const Viewpoint &view, const Access &entry) {
  return TableFinder(analysed, view).stepOfFixed(entry);
}

std::optional<Access> entryThatSelects(const AnalysedProgram &analysed, const Viewpoint &view,
                                       const std::vector<Access> &accesses) {
  const TableFinder tables(analysed, view);
  const Selected first = tables.selected(accesses.front());
  int64_t low = first.rest.low, high = first.rest.high;
  for (const Access &access : accesses) {
    const Selected other = tables.selected(access);
    if (!areAlike(first, other))
      return std::nullopt;
    low = std::min(low, other.rest.low);
    high = std::max(high, other.rest.high);
  }
  return high - low <= std::abs(first.row) ? std::optional(*first.entry) : std::nullopt;
}

} // namespace kasuri
