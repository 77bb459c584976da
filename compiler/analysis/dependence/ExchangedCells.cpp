// Pointers from tables whose cells are exchanged: do they show what the cells hold at one time?
//
//     t = a[p]; a[p] = a[k]; a[k] = t;             no block is in two cells, but blocks move
//     for (i = k + 1; i < n; i++)
//       for (j = k + 1; j < n; j++)
//         a[i][j] -= a[i][k] * a[k][j];            a[i] and a[k] as the loop found them
//
// Two different cells hold different blocks at any one time (PointerTables.h). If the loop writes
// neither cell, each holds the same pointer from the loop's start to its end. A pointer that is
// loaded in the loop is that one. One from in front of the loop may have moved since: it counts as
// what that cell holds in which the walk knew it where the loop starts (Exchanges.h), if any.
#include "analysis/dependence/ExchangedCells.h"

#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// The loop, or what it calls, may write the cell.
bool mayWriteCell(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                  const FunctionAccesses &accesses, RegionId loop, const Access &cell) {
  const Locations places = locationsOf(effects, pointsTo, cell);
  auto isThere = [&](const Access &write, const Location &written) {
    return std::ranges::any_of(places, [&](const Location &place) {
      return mayOverlap(pointsTo, place, reachOf(cell), written, reachOf(write));
    });
  };
  auto mayWriteIt = [&](const Access &write) {
    return write.isWrite &&
           std::ranges::any_of(locationsOf(effects, pointsTo, write),
                               [&](const Location &written) { return isThere(write, written); });
  };
  return std::ranges::any_of(valuesWithin(program, loop), [&](ValueId value) {
    return std::ranges::any_of(accesses.accessesAt(value), mayWriteIt);
  });
}

} // namespace

size_t cellIn(const Effects &effects, FunctionId function, RegionId loop, SymbolId pointer) {
  const size_t source = effects[pointer].cell;
  if (source == noCell || !effects.exchangedCells.contains(effects.cells[source].address))
    return source;
  const auto &heldCells = effects.functions[function.index()].heldCells;
  auto held = heldCells.find(loop);
  if (held == heldCells.end() || !held->second.contains(pointer))
    return source;
  return held->second.at(pointer);
}

bool holdsThroughout(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                     FunctionId function, RegionId loop, SymbolId pointer) {
  const Symbol &symbol = effects[pointer];
  if (symbol.function != function || symbol.cell == noCell)
    return false;
  const FunctionAccesses &accesses = effects.functions[function.index()];
  auto held = accesses.heldCells.find(loop);
  const bool isHeld = held != accesses.heldCells.end() && held->second.contains(pointer);
  const Access &cell = effects.cells[cellIn(effects, function, loop, pointer)];
  return (isHeld || (symbol.origin.valid() && isWithin(program, {loop}, symbol.origin))) &&
         !mayWriteCell(program, pointsTo, effects, accesses, loop, cell);
}

} // namespace kasuri
