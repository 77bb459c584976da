#include "reorder/NestOrder.h"

#include "reorder/BandLevels.h"
#include "reorder/CommonLoop.h"
#include "reorder/NestCost.h"
#include "reorder/OwnLoops.h"
#include "reorder/ScheduleTrees.h"

#include <isl/options.h>
#include <isl/schedule_node.h>

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

/// The scheduler solves systems in which numbers may get ever longer, and steps ever slower.
constexpr unsigned long schedulerShare = 25;
constexpr int64_t vectorTile = 512, parallelVectorTile = 256, reuseTile = 64, otherTile = 32;
constexpr int64_t sunkTile = 128;
constexpr int vectorUnroll = 8, otherUnroll = 4;
static_assert(fewTrips == 4 * vectorUnroll);
constexpr int64_t longChain = 32; ///< operations

double reuseIn(const AffineNest &nest, const BandLoop &member) {
  double weight = 0;
  for (const auto &[statement, loop] : member.loopOf)
    for (const AffineAccess &access : nest.statements[statement].accesses)
      if (!access.isWhole && strideOf(nest, access, loop) == Stride::Fixed)
        weight += access.isWrite ? 2 : 1;
  return weight;
}

bool isWriteFixed(const AffineNest &nest, const BandLoop &member) {
  for (const auto &[statement, loop] : member.loopOf)
    for (const AffineAccess &access : nest.statements[statement].accesses)
      if (access.isWrite && strideOf(nest, access, loop) == Stride::Fixed)
        return true;
  return false;
}

/// As often as `wanted`, or less often, if most iterations are in blocks of so many; else 1. Blocks
/// begin at multiples of their size: of 9 iterations from -4 on, none is in a whole block of 8.
int timesUnrolled(const BandLoop &member, int wanted) {
  if (!member.trips || *member.trips >= fewTrips)
    return wanted;
  for (int times = wanted; member.least && times >= otherUnroll; times /= 2) {
    const int64_t begin = *member.least, end = begin + *member.trips;
    const auto down = [&](int64_t value) { return value - ((value % times) + times) % times; };
    if (2 * (down(end) - down(begin + times - 1)) >= *member.trips)
      return times;
  }
  return 1;
}

class BandOrder {
public:
  BandOrder(const AffineNest &nest, const Polyhedra &polyhedra,
            const std::vector<std::string> &names, const InnermostLoops &allowed,
            const ReorderOptions &options)
      : nest(nest), polyhedra(polyhedra), names(names), allowed(allowed), options(options) {}

  struct Found {
    double before = 0, after = 0;   ///< estimates for all bands so far
    bool isKnown = true;            ///< all loops are ones of the source
    std::vector<std::string> notes; ///< what changes
  };
  Found found;

  std::string what() const {
    std::string text;
    for (const std::string &note : found.notes)
      if (text.find(note) == std::string::npos)
        text += (text.empty() ? "" : "; ") + note;
    return text;
  }

  /// The tree with all bands of the subtree in their new order, at the same place.
  isl::schedule_node reorder(const isl::schedule_node &node) {
    if (isl_schedule_node_get_type(node.get()) == isl_schedule_node_band)
      return reorderBand(node);
    if (isl_schedule_node_get_type(node.get()) == isl_schedule_node_sequence && !sunk)
      return reorderSequence(node);
    return reorderChildren(node);
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const std::vector<std::string> &names;
  const InnermostLoops &allowed;
  const ReorderOptions &options;
  std::optional<BandLoop> sunk; ///< of a band around, whose tiles are dealt out there

  isl::schedule_node reorderChildren(isl::schedule_node node) {
    const int children = static_cast<int>(isl_schedule_node_n_children(node.get()));
    for (int i = 0; i < children; ++i)
      node = reorder(node.child(i)).parent();
    return node;
  }

  /// Each part by itself, or all in tiles of a common loop if no part gets slower.
  isl::schedule_node reorderSequence(const isl::schedule_node &node) {
    const Found saved = found;
    isl::schedule_node apart = reorderChildren(node);
    const auto common = withCommonLoop(nest, names, node);
    std::vector<BandLoop> members =
        common ? loopsOfBand(nest, names, *common) : std::vector<BandLoop>();
    if (members.empty() || !findDirections(polyhedra, *common, members))
      return apart;
    const Found ofApart = found;
    found = saved;
    const std::optional<isl::schedule_node> together = sink(*common, members);
    if (together && found.after <= ofApart.after)
      return *together;
    found = ofApart;
    return apart;
  }

  isl::schedule_node reorderBand(const isl::schedule_node &node) {
    const bool isInnermost =
        isl_schedule_node_get_type(node.child(0).get()) == isl_schedule_node_leaf;
    std::vector<BandLoop> members = loopsOfBand(nest, names, node);
    if (members.empty())
      if (const auto apart = withOwnLoops(nest, polyhedra, node))
        return reorderBand(*apart);
    found.isKnown &= !members.empty();
    if (members.empty())
      return node;
    const bool isPermutable = findDirections(polyhedra, node, members);
    for (BandLoop &member : members)
      member.isSunk = sunk && isWithin(member, *sunk);
    if (isInnermost && isPermutable && members.size() >= 2 && chooseLoops(members))
      return withLevels(node, members, members.back().isParallel && nest.hasPointers());
    if (!isInnermost && isPermutable && !sunk)
      if (std::optional<isl::schedule_node> better = sink(node, members))
        return *better;
    if (isInnermost && isPermutable)
      std::sort(members.begin(), members.end(), [](const BandLoop &a, const BandLoop &b) {
        return a.loopOf.begin()->second < b.loopOf.begin()->second;
      });
    // The same loop is compiled anew, and the compiler decides again what it fuses.
    found.isKnown &= !isInnermost || mayBeInnermost(members.back());
    BandLevel level = pointsOf(members, depthOf(node));
    level.mark.isParallel = members.front().isParallel && !members.front().isSunk;
    if (!isInnermost)
      return marked(reorder(node.child(0)).parent(), level.mark);
    return marked(withBand(withoutBand(node), level.schedules), level.mark);
  }

  // A parallel loop becomes the innermost one of all loops in it:
  //
  //     for (i..) for (j..) {              for (j_tile..) for (i..) {
  //       b[i][j] *= d;                      for (j in the tile) b[i][j] *= d;
  //       for (k..)                          for (k..) for (j in the tile)
  //         b[i][j] += l[i][k] * b[k][j];      b[i][j] += l[i][k] * b[k][j];
  //     }                                  }

  int64_t sizeOfSunkTiles() const { return options.tile != 0 ? options.tile : sunkTile; }

  /// The one that makes it fastest; nothing if none makes a loop in it faster.
  std::optional<isl::schedule_node> sink(const isl::schedule_node &node,
                                         const std::vector<BandLoop> &members) {
    const Found saved = found;
    Found best = saved;
    std::optional<isl::schedule_node> place;
    for (size_t i = 0; i < members.size(); ++i) {
      if (!members[i].isParallel)
        continue;
      found = saved;
      isl::schedule_node its = sink(node, members, i);
      const bool isFaster = found.notes.size() > saved.notes.size() && found.isKnown;
      if (!isFaster || (place && found.after >= best.after))
        continue;
      best = found;
      place = std::move(its);
    }
    found = best;
    return place;
  }

  isl::schedule_node sink(const isl::schedule_node &node, std::vector<BandLoop> members,
                          size_t number) {
    sunk = members[number];
    members.erase(members.begin() + static_cast<ptrdiff_t>(number));
    BandLevel tiles;
    tiles.mark.depth = depthOf(node);
    tiles.mark.isParallel = true;
    tiles.add(roundedDown(sunk->schedule, sizeOfSunkTiles()), sunk->name + "_tile");
    const BandLevel others = pointsOf(members, tiles.mark.depth + 1);
    isl::schedule_node place = withLoop(withoutBand(node), sunk->schedule);
    if (!members.empty())
      place = withBand(place, others.schedules);
    place = withBand(place, tiles.schedules);
    // To what is inside, and back to the mark of the tiles.
    place = members.empty() ? place.child(0) : place.child(0).child(0);
    place = reorder(place).parent();
    if (!members.empty())
      place = marked(place, others.mark).parent();
    sunk.reset();
    return marked(place, tiles.mark);
  }

  double costWith(const std::vector<BandLoop> &members, size_t innermost) const {
    double cost = 0;
    for (const auto &[statement, loop] : members[innermost].loopOf) {
      std::map<size_t, int> unrolled;
      for (const BandLoop &member : members)
        if (member.unroll > 1 && &member != &members[innermost])
          unrolled[member.loopOf.at(statement)] = member.unroll;
      cost += costOf(nest, statement, loop, members[innermost].isChain, unrolled);
    }
    return cost;
  }

  /// A processor works on several short chains of the loops around them at once.
  bool isShortChain(size_t statement) const {
    const AffineStatement &its = nest.statements[statement];
    int64_t length = 1;
    for (size_t loop : its.loops)
      if (std::any_of(its.accesses.begin(), its.accesses.end(), [&](const AffineAccess &access) {
            return access.isWrite && !access.isWhole &&
                   strideOf(nest, access, loop) == Stride::Fixed;
          }))
        length = std::min(longChain, length * fixedTrips(nest, its, loop).value_or(longChain));
    return length < longChain;
  }

  double costBefore(const std::vector<BandLoop> &members) const {
    double cost = 0;
    for (const auto &[statement, loop] : members.front().loopOf) {
      const size_t innermost = nest.statements[statement].loops.back();
      auto its = std::find_if(members.begin(), members.end(), [&](const BandLoop &member) {
        return member.loopOf.at(statement) == innermost;
      });
      const bool isChain = its != members.end() && its->isChain && !isShortChain(statement);
      cost += costOf(nest, statement, innermost, isChain, {});
    }
    return cost;
  }

  /// Which of the loops, other than the innermost one, to unroll within it.
  void unroll(std::vector<BandLoop> &members, size_t innermost) const {
    std::vector<size_t> others;
    for (size_t i = 0; i < members.size(); ++i) {
      members[i].unroll = 1;
      // At the ends of unrolled loops, what remains runs in loops of its own.
      if (i != innermost && mayBeInnermost(members[i]) &&
          (reuseIn(nest, members[i]) > 0 || members[innermost].isChain) &&
          members[i].trips.value_or(INT64_MAX) >= vectorUnroll &&
          timesUnrolled(members[i], vectorUnroll) > 1)
        others.push_back(i);
    }
    std::stable_sort(others.begin(), others.end(), [&](size_t a, size_t b) {
      return reuseIn(nest, members[a]) > reuseIn(nest, members[b]);
    });
    others.resize(std::min<size_t>(others.size(), 2));
    for (size_t each : others)
      members[each].unroll = timesUnrolled(
          members[each], isWriteFixed(nest, members[each]) ? vectorUnroll : otherUnroll);
    if (others.size() == 1 && members[innermost].isChain)
      members[others.front()].unroll = timesUnrolled(members[others.front()], vectorUnroll);
  }

  bool mayBeInnermost(const BandLoop &member) const {
    return std::all_of(member.loopOf.begin(), member.loopOf.end(), [&](const auto &entry) {
      const std::optional<std::set<size_t>> &its = allowed[entry.first];
      return !its || (its->contains(entry.second) && !member.isChain);
    });
  }

  /// False if the band is better left as it is. The innermost loop becomes the last one.
  bool chooseLoops(std::vector<BandLoop> &members) {
    std::optional<size_t> best;
    double least = 0;
    for (size_t i = 0; i < members.size(); ++i) {
      if (!mayBeInnermost(members[i]) || (sunk && !members[i].isSunk))
        continue;
      unroll(members, i);
      const double cost = costWith(members, i);
      if (!best || cost < least) {
        best = i;
        least = cost;
      }
    }
    if (!best)
      return false;
    unroll(members, *best);
    const double weight = std::pow(100, members.size()), old = costBefore(members);
    found.before += weight * old;
    const bool isClear = options.takesAll || old >= clearGain * least;
    found.after += weight * (isClear ? least : old);
    if (!isClear)
      return false;
    std::swap(members[*best], members.back());
    const size_t innermost = members.size() - 1;
    std::stable_sort(members.begin(), members.end() - 1, [](const BandLoop &a, const BandLoop &b) {
      return std::pair(!a.isParallel, a.loopOf.begin()->second) <
             std::pair(!b.isParallel, b.loopOf.begin()->second);
    });
    chooseTiles(members, innermost);
    note(members);
    return true;
  }

  bool hasFar(const std::vector<BandLoop> &members) const {
    for (const auto &[statement, loop] : members.back().loopOf)
      for (const AffineAccess &access : nest.statements[statement].accesses)
        if (!access.isWhole && strideOf(nest, access, loop) == Stride::Far)
          return true;
    return false;
  }

  void chooseTiles(std::vector<BandLoop> &members, size_t innermost) const {
    const bool isDeep = members.size() >= 3 || hasFar(members);
    for (size_t i = 0; i < members.size(); ++i) {
      BandLoop &member = members[i];
      const bool isParallelOne =
          i == innermost && !members.front().isParallel && member.isParallel && !member.isSunk;
      if ((!isDeep && !isParallelOne) || member.isSunk)
        continue;
      member.tile = isParallelOne                   ? parallelVectorTile
                    : i == innermost                ? vectorTile
                    : member.unroll == vectorUnroll ? reuseTile
                                                    : otherTile;
      if (options.tile != 0)
        member.tile = (options.tile + member.unroll - 1) / member.unroll * member.unroll;
      if (!isParallelOne && member.trips && *member.trips <= member.tile)
        member.tile = 0;
    }
  }

  void note(const std::vector<BandLoop> &members) {
    std::string tiles, unrolled;
    if (members.back().isSunk)
      tiles = std::to_string(sizeOfSunkTiles());
    for (const BandLoop &member : members) {
      if (member.tile != 0)
        tiles += (tiles.empty() ? "" : "x") + std::to_string(member.tile);
      if (member.unroll > 1)
        unrolled += (unrolled.empty() ? "" : "x") + std::to_string(member.unroll);
    }
    found.notes.push_back((tiles.empty() ? "" : "tiled " + tiles + ", ") +
                          (unrolled.empty() ? "" : unrolled + " iterations unrolled, ") +
                          "loop over '" + members.back().name + "' innermost");
  }
};

} // namespace

/// From one iteration of the outermost loop to another, some dependence leads back in the second.
static bool leadsBack(const isl::union_map &order, const Polyhedra &polyhedra) {
  const isl::union_set distances =
      polyhedra.dependences.apply_domain(order).apply_range(order).deltas();
  if (distances.is_empty())
    return false;
  isl_set *back = isl_set_from_union_set(distances.copy());
  back = isl_set_lower_bound_si(back, isl_dim_set, 0, 1);
  back = isl_set_upper_bound_si(back, isl_dim_set, 1, -1);
  return !isl::manage(back).is_empty();
}

/// Some dependence leads from one iteration of a loop that is marked to run in parallel, of those
/// in or below the node, to another.
static bool crossesParallel(const isl::schedule_node &node, const Polyhedra &polyhedra) {
  if (isl_schedule_node_get_type(node.get()) == isl_schedule_node_mark) {
    const isl::id id = isl::manage(isl_schedule_node_mark_get_id(node.get()));
    const isl::schedule_node band = node.child(0);
    if (BandMark::parse(isl_id_get_name(id.get())).isParallel) {
      const isl::union_map around =
          isl::manage(isl_schedule_node_get_prefix_schedule_relation(band.get()));
      const isl::union_map place = asMap(together({schedulesOf(band).front()}));
      if (!polyhedra.dependences.intersect(sharing(around, around))
               .is_subset(sharing(place, place)))
        return true;
    }
  }
  const int children = static_cast<int>(isl_schedule_node_n_children(node.get()));
  for (int i = 0; i < children; ++i)
    if (crossesParallel(node.child(i), polyhedra))
      return true;
  return false;
}

bool isLegal(const NestOrder &order, const Polyhedra &polyhedra) {
  const isl::union_map places = isl::manage(isl_schedule_get_map(order.schedule.get()));
  const isl::union_map earlier =
      isl::manage(isl_union_map_lex_lt_union_map(places.copy(), places.copy()));
  return order.schedule.domain().is_equal(polyhedra.domain) &&
         polyhedra.dependences.is_subset(earlier) &&
         !crossesParallel(order.schedule.root(), polyhedra) &&
         !(order.isWave && leadsBack(places, polyhedra));
}

/// By isl's scheduler; nothing if that takes more than its share of the steps.
static std::optional<isl::schedule> firstSchedule(const Polyhedra &polyhedra) {
  isl_ctx *context = polyhedra.domain.ctx().get();
  isl_options_set_schedule_serialize_sccs(context, 1);
  const unsigned long all = isl_ctx_get_max_operations(context);
  isl_ctx_reset_operations(context);
  isl_ctx_set_max_operations(context, all / schedulerShare);
  std::optional<isl::schedule> found;
  try {
    found = isl::schedule_constraints::on_domain(polyhedra.domain)
                .set_validity(polyhedra.dependences)
                .set_coincidence(polyhedra.dependences)
                .set_proximity(polyhedra.dependences)
                .compute_schedule();
  } catch (const isl::exception &) {
    if (!areStepsSpent(context))
      throw;
    isl_ctx_reset_error(context);
  }
  isl_ctx_reset_operations(context);
  isl_ctx_set_max_operations(context, all);
  return found;
}

std::optional<NestOrder> chooseOrder(const AffineNest &nest, const Polyhedra &polyhedra,
                                     const std::vector<std::string> &names,
                                     const InnermostLoops &allowed, const ReorderOptions &options,
                                     bool &gaveUp) {
  const std::optional<isl::schedule> first = firstSchedule(polyhedra);
  gaveUp = !first;
  if (gaveUp)
    return std::nullopt;
  BandOrder order(nest, polyhedra, names, allowed, options);
  const isl::schedule_node root = order.reorder(first->root());
  const bool isClear =
      order.found.before >= clearGain * order.found.after && order.found.before > 0;
  if (!order.found.isKnown || order.found.notes.empty() || !(isClear || options.takesAll))
    return std::nullopt;
  return NestOrder{root.schedule(), order.what(),
                   order.found.before / std::max(order.found.after, 1e-9)};
}

} // namespace kasuri
