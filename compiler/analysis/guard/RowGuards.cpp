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
// them, because nothing in the loop may change what they are read as (EffectiveTypes.cpp). Where a
// store of another type may overwrite them, that is tested as well.
//
// The bytes of a row are those of all iterations together, as ranges are (Ranges.cpp). Rows of one
// table that are not an iteration's own (`to[y] = from[y - 1]` with one table) are left alone: they
// would overlap.
#include "analysis/guard/RowGuards.h"

#include "analysis/guard/TableRows.h"

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

class RowGuardMaker {
public:
  RowGuardMaker(const AnalysedProgram &analysed, const Viewpoint &view, RangeMaker &ranges)
      : analysed(analysed), view(view), ranges(ranges) {}

  /// Of accesses of one base each, of which at least one differs by iteration.
  std::optional<Guard::Test> testOf(const std::vector<Access> &a, const std::vector<Access> &b) {
    using Kind = Guard::Test::Kind;
    const auto first = entryOf(a), second = entryOf(b);
    if (first && second && areSameEntries(*first, *second)) {
      std::vector<Access> all = a;
      all.insert(all.end(), b.begin(), b.end());
      const auto rows = rowsOf(all);
      return rows ? std::optional(Guard::Test{.kind = Kind::RowsApart, .rows = *rows})
                  : std::nullopt;
    }
    const auto rows = rowsOf(a), others = rows ? rowsOf(b) : std::nullopt;
    if (!others || (first && second && mayShareEntries(*first, *second, rows->pitch)))
      return std::nullopt;
    return Guard::Test{.kind = Kind::RowsBeside, .rows = *rows, .others = *others};
  }

  Guard guard; ///< what the tests rest on

private:
  const AnalysedProgram &analysed;
  const Viewpoint &view;
  RangeMaker &ranges;

  /// The pointer that the accesses go through, if each iteration has its own.
  std::optional<Access> entryOf(const std::vector<Access> &accesses) const {
    const Base &base = accesses.front().base;
    return base.kind == Base::Kind::Symbol && !ranges.isFixed(base)
               ? entryOfRow(analysed, view, base.symbol)
               : std::nullopt;
  }

  std::optional<GuardRows> rowsOf(const std::vector<Access> &accesses) {
    if (ranges.isFixed(accesses.front().base)) {
      const auto place = ranges.placeOf(accesses, guard);
      return place ? std::optional(GuardRows{{}, 0, *place}) : std::nullopt;
    }
    const auto entry = entryOf(accesses);
    if (!entry || !ranges.isDoneInEachIteration(*entry, guard))
      return std::nullopt;
    const auto place = ranges.placeOf({*entry}, guard);
    const auto bytes = place ? ranges.bytesBehindBase(accesses, guard) : std::nullopt;
    const int64_t pitch = std::abs(entry->offset.coefficientOf(view.counter));
    return bytes ? std::optional(GuardRows{*place, pitch, *bytes}) : std::nullopt;
  }
};

} // namespace

std::optional<Guard> rowsGuardOf(const AnalysedProgram &analysed, const Viewpoint &view,
                                 RangeMaker &ranges, const std::vector<GroupPair> &pairs) {
  std::vector<Access> sides[2];
  for (const auto &[a, b] : pairs)
    for (const auto &[group, side] : {std::pair(a, 0), std::pair(b, 1)}) {
      if (group->members.empty())
        return std::nullopt;
      sides[side].insert(sides[side].end(), group->members.begin(), group->members.end());
    }
  RowGuardMaker maker(analysed, view, ranges);
  const auto test = maker.testOf(sides[0], sides[1]);
  if (!test)
    return std::nullopt;
  Guard guard = std::move(maker.guard);
  guard.alternatives = {*test};
  const std::string first = "'" + subjectOf(analysed.program, pairs.front().first->sample) + "'";
  const std::string second = "'" + subjectOf(analysed.program, pairs.front().second->sample) + "'";
  guard.text = test->kind == Guard::Test::Kind::RowsApart
                   ? "the rows of " + first + " do not overlap"
                   : first + " and " + second + " do not overlap";
  return guard;
}

} // namespace kasuri
