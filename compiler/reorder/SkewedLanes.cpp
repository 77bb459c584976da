#include "reorder/SkewedLanes.h"

#include "reorder/BandLevels.h"
#include "reorder/NestCost.h"
#include "reorder/SkewedPlaces.h"
#include "reorder/SourceOrder.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr int mostLanes = 8;
constexpr int64_t farthestLane = 3; ///< places between neighboring rows

class SkewedLanes {
public:
  SkewedLanes(const AffineNest &nest, const Polyhedra &polyhedra,
              const std::vector<std::string> &names)
      : nest(nest), polyhedra(polyhedra), names(names) {}

  std::optional<NestOrder> choose(const ReorderOptions &options) const {
    const AffineStatement &its = nest.statements.front();
    const size_t row = its.loops.size() - 2, innermost = its.loops.back();
    const int64_t rows = fixedTrips(nest, its, its.loops[row]).value_or(INT64_MAX);
    const int64_t columns = fixedTrips(nest, its, innermost).value_or(INT64_MAX);
    if (std::min(rows, columns) < 2 * mostLanes)
      return std::nullopt;
    const double before = costOf(nest, 0, innermost, true, {});
    const double after = costOf(nest, 0, innermost, true, {{its.loops[row], mostLanes}});
    const bool isClear = options.takesAll || before >= clearGain * after;
    const std::optional<SkewedPlaces> places =
        isClear ? findSkewedPlaces(nest, polyhedra, row) : std::nullopt;
    const std::optional<int64_t> lag = places ? leastLag(*places) : std::nullopt;
    if (!lag)
      return std::nullopt;
    return NestOrder{.schedule = schedule(*places, *lag),
                     .what = std::to_string(mostLanes) + " iterations of '" + nameAt(row) +
                             "' unrolled, each " + std::to_string(*lag) + " of '" +
                             nameAt(row + 1) + "' behind the one before",
                     .gain = before / std::max(after, 1e-9),
                     .isWave = true,
                     .hasLanes = true};
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const std::vector<std::string> &names;

  const std::string &nameAt(size_t level) const {
    return names[nest.statements.front().loops[level]];
  }

  isl::union_pw_aff counterAt(size_t level) const {
    return isl::union_pw_aff(
        polyhedra.domain.ctx(),
        placesText(nest, [&](size_t, const std::vector<std::string> &counters) {
          return counters[level];
        }));
  }

  size_t levels() const { return nest.statements.front().loops.size(); }

  /// Of the innermost loop, and `lag` times further for each place of a row.
  isl::union_pw_aff behind(const SkewedPlaces &places, int64_t lag) const {
    const isl::val times(polyhedra.domain.ctx(), lag);
    return isl::manage(isl_union_pw_aff_add(
        isl_union_pw_aff_scale_val(places.place.copy(), isl::val(times).release()),
        counterAt(levels() - 1).release()));
  }

  /// With which all dependences within an iteration of the loops around the rows lead forward.
  std::optional<int64_t> leastLag(const SkewedPlaces &places) const {
    std::vector<isl::union_pw_aff> around;
    for (size_t level = 0; level + 2 < levels(); ++level)
      around.push_back(counterAt(level));
    const isl::union_map outer = asMap(together(around));
    const isl::union_map inside = polyhedra.dependences.intersect(sharing(outer, outer));
    for (int64_t lag = 1; lag <= farthestLane; ++lag) {
      const isl::union_map place = asMap(together({behind(places, lag)}));
      const isl::union_set distances = inside.apply_domain(place).apply_range(place).deltas();
      if (distances.is_empty())
        return std::nullopt;
      isl_set *back = isl_set_from_union_set(distances.copy());
      if (isl::manage(isl_set_upper_bound_si(back, isl_dim_set, 0, 0)).is_empty())
        return lag;
    }
    return std::nullopt;
  }

  isl::schedule schedule(const SkewedPlaces &places, int64_t lag) const {
    std::vector<BandLoop> members(levels());
    for (size_t level = 0; level < levels(); ++level) {
      members[level].schedule = counterAt(level);
      members[level].name = nameAt(level);
    }
    members[levels() - 2].schedule = places.place;
    members[levels() - 2].unroll = mostLanes;
    members.back().schedule = behind(places, lag);
    members.front().isWave = true;
    std::vector<isl::union_pw_aff> all;
    for (const BandLoop &member : members)
      all.push_back(member.schedule);
    const isl::schedule_node leaf =
        isl::manage(isl_schedule_from_domain(polyhedra.domain.copy())).root().child(0);
    return withLevels(withBand(leaf, all), members, false).schedule();
  }
};

} // namespace

std::optional<NestOrder> chooseSkewedLanes(const AffineNest &nest, const Polyhedra &polyhedra,
                                           const std::vector<std::string> &names,
                                           const InnermostLoops &allowed,
                                           const ReorderOptions &options) {
  const bool isOne = nest.statements.size() == 1 && nest.statements.front().loops.size() == 3;
  if (!isOne || allowed.front() || !innermostChains(nest, polyhedra).front())
    return std::nullopt;
  return SkewedLanes(nest, polyhedra, names).choose(options);
}

} // namespace kasuri
