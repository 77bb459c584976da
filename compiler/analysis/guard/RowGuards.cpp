// Rows behind the pointers of a table: do they overlap?
//
//     void scale(double **to, double **from, int h, int w) {
//       for (int y = 0; y < h; y++)
//         for (int x = 0; x < w; x++)       rows: to[y] + [0, 8 w), from[y] + [0, 8 w)
//           to[y][x] = 2 * from[y][x];      tested: no two of `to` overlap, none of `to` overlaps
//     }                                     one of `from`
//
// Where the rows come from does not matter: allocated one by one or cut from one block, exchanged,
// passed on by unknown code. The program looks at the pointers in front of the loop. It may read
// them, because each iteration reads its own; an inner loop around the access must run at least
// once for that, which becomes a part of the test. They are still the same when the iterations read
// them, because nothing in the loop may write them.
//
// The bytes of a row are those of all iterations together, as ranges are (Ranges.cpp). Rows of one
// table that are not an iteration's own (`to[y] = from[y - 1]` with one table) are left alone: they
// would overlap.
#include "analysis/guard/Ranges.h"
#include "analysis/guard/TableRows.h"
#include "model/Regions.h"

#include <algorithm>
#include <cstdlib>

namespace kasuri {
namespace {

/// Of the same table, and in the same iteration of the same row.
bool areSameEntries(const Access &a, const Access &b) {
  return a.base == b.base && a.offset == b.offset;
}

/// An iteration of the one may have the row that another one of the other has.
bool mayShareEntries(const Access &a, const Access &b, int64_t pitch) {
  const auto gap = Linear::add(a.offset, b.offset, -1);
  return a.base == b.base && (!gap || !gap->isConstant() || gap->constant() % pitch == 0);
}

} // namespace

/// Nothing ends the loop early, or passes the place.
bool RangeMaker::isReadInEachIteration(const Access &entry) {
  const Instruction &load = program[entry.at];
  const bool isPlain = entry.at == entry.origin && !entry.mayBeSkipped && !load.conditional &&
                       !load.isVolatile && findLeavingJump(program, loop).empty();
  return isPlain && !mayEndBefore(entry.at) && isReached(load.block, true);
}

std::optional<GuardRows> RangeMaker::rowsOf(const std::vector<Access> &accesses) {
  const Base &base = accesses.front().base;
  if (isFixed(base)) {
    const auto place = placeOf(accesses);
    return place ? std::optional(GuardRows{{}, 0, *place}) : std::nullopt;
  }
  const auto entry = base.kind == Base::Kind::Symbol ? entryOfRow(analysed, view, base.symbol)
                                                     : std::nullopt;
  if (!entry || !isReadInEachIteration(*entry))
    return std::nullopt;
  const auto place = placeOf({*entry});
  const auto bytes = place ? spanOf(accesses) : std::nullopt;
  const int64_t pitch = std::abs(entry->offset.coefficientOf(view.counter));
  return bytes ? std::optional(GuardRows{*place, pitch, *bytes}) : std::nullopt;
}

std::optional<Guard::Test> RangeMaker::rowsTest(const std::vector<Access> &a,
                                                const std::vector<Access> &b) {
  using Kind = Guard::Test::Kind;
  auto entryOf = [&](const Access &access) {
    const bool isRow = access.base.kind == Base::Kind::Symbol && !isFixed(access.base);
    return isRow ? entryOfRow(analysed, view, access.base.symbol) : std::nullopt;
  };
  const auto first = entryOf(a.front()), second = entryOf(b.front());
  if (first && second && areSameEntries(*first, *second)) {
    std::vector<Access> all = a;
    all.insert(all.end(), b.begin(), b.end());
    const auto rows = rowsOf(all);
    return rows ? std::optional(Guard::Test{.kind = Kind::RowsApart, .rows = *rows}) : std::nullopt;
  }
  const auto rows = rowsOf(a), others = rows ? rowsOf(b) : std::nullopt;
  if (!others || (first && second && mayShareEntries(*first, *second, rows->pitch)))
    return std::nullopt;
  return Guard::Test{.kind = Kind::RowsBeside, .rows = *rows, .others = *others};
}

/// Of accesses of two bases, of which at least one differs by iteration.
std::optional<Guard> RangeMaker::rowsGuardOf(const std::vector<GroupPair> &pairs) {
  std::vector<Access> sides[2];
  for (const auto &[a, b] : pairs)
    for (const auto &[group, side] : {std::pair(a, 0), std::pair(b, 1)}) {
      if (group->members.empty())
        return std::nullopt;
      sides[side].insert(sides[side].end(), group->members.begin(), group->members.end());
    }
  exact.clear();
  startGuard(false);
  const auto test = rowsTest(sides[0], sides[1]);
  if (!test)
    return std::nullopt;
  Guard guard;
  guard.alternatives = {*test};
  guard.exact = exact;
  const std::string first = "'" + subjectOf(program, pairs.front().first->sample) + "'";
  const std::string second = "'" + subjectOf(program, pairs.front().second->sample) + "'";
  guard.text = test->kind == Guard::Test::Kind::RowsApart
                   ? "the rows of " + first + " do not overlap"
                   : first + " and " + second + " do not overlap";
  return guard;
}

} // namespace kasuri
