#include "reorder/BandLevels.h"

#include <isl/schedule_node.h>

#include <algorithm>

namespace kasuri {
namespace {

std::vector<BandLevel> levelsOf(const std::vector<BandLoop> &members, bool isVector) {
  BandLevel tiles, blocks, innermost, unrolled;
  innermost.isInnermost = true;
  std::vector<const BandLoop *> order;
  for (const BandLoop &member : members)
    order.push_back(&member);
  // Without another parallel loop, tiles of the innermost one are dealt out.
  if (!members.front().isParallel && members.back().isParallel && !members.back().isSunk)
    std::rotate(order.begin(), order.end() - 1, order.end());
  for (const BandLoop *member : order)
    if (member->tile != 0)
      tiles.add(roundedDown(member->schedule, member->tile), member->name + "_tile");
  for (const BandLoop &member : members) {
    const isl::union_pw_aff &all = member.schedule;
    const isl::union_pw_aff inTile =
        member.tile == 0 ? all : difference(all, roundedDown(all, member.tile));
    if (&member == &members.back()) {
      innermost.add(inTile, member.name + "_point");
    } else if (member.unroll == 1) {
      blocks.add(inTile, member.name + "_point");
    } else {
      const isl::union_pw_aff lane = difference(all, roundedDown(all, member.unroll));
      blocks.add(difference(inTile, lane), member.name + "_block");
      unrolled.add(lane, member.name + "_lane", member.unroll);
    }
  }
  std::vector<BandLevel> levels;
  for (BandLevel *level : {&tiles, &blocks, &innermost, &unrolled})
    if (!level->schedules.empty())
      levels.push_back(std::move(*level));
  levels.front().mark.isParallel = order.front()->isParallel && !order.front()->isSunk;
  levels.front().mark.isWave = members.front().isWave;
  for (BandLevel &level : levels) {
    level.mark.isVector = level.isInnermost && isVector;
    level.mark.isChain = level.isInnermost && members.back().isChain;
  }
  return levels;
}

/// Of the innermost loop, iterations in which all unrolled ones have all of theirs get code of
/// their own.
isl::union_set isolation(const isl::schedule_node &node, const std::vector<BandLevel> &levels) {
  std::vector<isl::union_pw_aff> outside;
  for (size_t i = 0; i + 1 < levels.size(); ++i)
    outside.insert(outside.end(), levels[i].schedules.begin(), levels[i].schedules.end());
  const isl::union_map around =
      isl::manage(isl_schedule_node_get_prefix_schedule_relation(node.get()));
  const isl::union_map place = isl::manage(
      isl_union_map_flat_range_product(around.copy(), asMap(together(outside)).release()));
  const isl::union_map all = isl::manage(isl_union_map_flat_range_product(
      place.copy(), asMap(together(levels.back().schedules)).release()));
  isl_set *points = isl_set_from_union_set(
      isl_union_map_range(isl_union_map_intersect_domain(all.copy(), domainOf(node).release())));
  const std::vector<int> &times = levels.back().mark.unrolled;
  const auto lanes = static_cast<unsigned>(times.size());
  const unsigned depth = static_cast<unsigned>(isl_set_dim(points, isl_dim_set)) - lanes;
  isl_set *places = isl_set_project_out(isl_set_copy(points), isl_dim_set, depth, lanes);
  isl_set *boxes = isl_set_add_dims(isl_set_copy(places), isl_dim_set, lanes);
  for (unsigned i = 0; i < lanes; ++i) {
    boxes = isl_set_lower_bound_si(boxes, isl_dim_set, depth + i, 0);
    boxes = isl_set_upper_bound_si(boxes, isl_dim_set, depth + i, times[i] - 1);
  }
  isl_set *partial =
      isl_set_project_out(isl_set_subtract(boxes, points), isl_dim_set, depth, lanes);
  isl_set *full = isl_set_coalesce(isl_set_subtract(places, partial));
  isl_map *split = isl_map_from_domain(full);
  split = isl_map_move_dims(split, isl_dim_out, 0, isl_dim_in, depth - 1, 1);
  return isl::manage(
      isl_union_set_from_set(isl_set_set_tuple_name(isl_map_wrap(split), "isolate")));
}

/// `place`: the mark of the outermost level.
isl::schedule_node isolated(isl::schedule_node place, const isl::union_set &iterations,
                            const std::vector<BandLevel> &levels) {
  const size_t steps = 2 * (levels.size() - 2) + 1; // to the band in front of the last one
  for (size_t i = 0; i < steps; ++i)
    place = place.child(0);
  place =
      isl::manage(isl_schedule_node_band_set_ast_build_options(place.release(), iterations.copy()));
  for (size_t i = 0; i < steps; ++i)
    place = place.parent();
  return place;
}

} // namespace

unsigned depthOf(const isl::schedule_node &node) {
  return static_cast<unsigned>(isl_schedule_node_get_schedule_depth(node.get()));
}

BandLevel pointsOf(const std::vector<BandLoop> &members, unsigned depth) {
  BandLevel level;
  level.mark.depth = depth;
  for (const BandLoop &member : members)
    level.add(member.schedule, member.name + "_point");
  level.mark.isChain = members.back().isChain;
  return level;
}

isl::schedule_node withLevels(const isl::schedule_node &node, const std::vector<BandLoop> &members,
                              bool isVector) {
  std::vector<BandLevel> levels = levelsOf(members, isVector);
  unsigned depth = depthOf(node);
  for (BandLevel &level : levels) {
    level.mark.depth = depth;
    depth += static_cast<unsigned>(level.schedules.size());
  }
  isl::schedule_node place = withoutBand(node);
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    place = withBand(place, level->schedules);
    if (!level->isInnermost && level->mark.unrolled.empty())
      place = atomic(place, level->schedules.size());
    place = marked(place, level->mark);
  }
  return levels.back().isInnermost ? place : isolated(place, isolation(node, levels), levels);
}

} // namespace kasuri
