#include "reorder/NestOrder.h"

#include "reorder/NestCost.h"

#include <isl/options.h>
#include <isl/schedule_node.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace kasuri {
namespace {

constexpr double clearGain = 1.4; ///< the least that an order has to be faster by estimate
/// The scheduler solves systems in which numbers may get ever longer, and steps ever slower.
constexpr unsigned long schedulerShare = 25;
constexpr int64_t vectorTile = 512, parallelVectorTile = 256, reuseTile = 64, otherTile = 32;
constexpr int64_t sunkTile = 128;
constexpr int vectorUnroll = 8, otherUnroll = 4;
constexpr int64_t longChain = 32;              ///< operations
constexpr int64_t fewTrips = 4 * vectorUnroll; ///< with fewer, the ends of unrolled loops matter

/// A loop of a band.
struct Member {
  isl::union_pw_aff schedule;
  std::string name;
  std::map<size_t, size_t> loopOf; ///< by statement: the loop of the nest that it is
  std::optional<int64_t> trips;
  std::optional<int64_t> least; ///< of the schedule, where there are few trips
  bool isParallel = false;      ///< as the outermost one
  bool isChain = false;         ///< iterations that differ in it alone depend on each other
  int64_t tile = 0;             ///< iterations; 0: not tiled
  int unroll = 1;
};

double reuseIn(const AffineNest &nest, const Member &member) {
  double weight = 0;
  for (const auto &[statement, loop] : member.loopOf)
    for (const AffineAccess &access : nest.statements[statement].accesses)
      if (!access.isWhole && strideOf(nest, access, loop) == Stride::Fixed)
        weight += access.isWrite ? 2 : 1;
  return weight;
}

bool isWriteFixed(const AffineNest &nest, const Member &member) {
  for (const auto &[statement, loop] : member.loopOf)
    for (const AffineAccess &access : nest.statements[statement].accesses)
      if (access.isWrite && strideOf(nest, access, loop) == Stride::Fixed)
        return true;
  return false;
}

/// The least value on the domain, if it is a number.
std::optional<int64_t> leastOf(const isl::union_pw_aff &value, const isl::union_set &domain) {
  const isl::val least = isl::manage(isl_union_pw_aff_min_val(
      isl_union_pw_aff_intersect_domain_union_set(value.copy(), domain.copy())));
  if (isl_val_is_int(least.get()) != isl_bool_true)
    return std::nullopt;
  return isl_val_get_num_si(least.get());
}

/// As often as `wanted`, or less often, if most iterations are in blocks of so many; else 1. Blocks
/// begin at multiples of their size: of 9 iterations from -4 on, none is in a whole block of 8.
int timesUnrolled(const Member &member, int wanted) {
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

isl::union_pw_aff roundedDown(const isl::union_pw_aff &value, int64_t unit) {
  const isl::val divisor(value.ctx(), unit);
  isl_union_pw_aff *divided =
      isl_union_pw_aff_scale_down_val(value.copy(), isl::val(divisor).release());
  return isl::manage(
      isl_union_pw_aff_scale_val(isl_union_pw_aff_floor(divided), isl::val(divisor).release()));
}

isl::union_pw_aff difference(const isl::union_pw_aff &a, const isl::union_pw_aff &b) {
  return isl::manage(isl_union_pw_aff_sub(a.copy(), b.copy()));
}

isl::multi_union_pw_aff together(const std::vector<isl::union_pw_aff> &parts) {
  isl_multi_union_pw_aff *all = nullptr;
  for (const isl::union_pw_aff &part : parts) {
    isl_multi_union_pw_aff *one = isl_multi_union_pw_aff_from_union_pw_aff(part.copy());
    all = all ? isl_multi_union_pw_aff_flat_range_product(all, one) : one;
  }
  return isl::manage(all);
}

isl::union_set domainOf(const isl::schedule_node &node) {
  return isl::manage(isl_schedule_node_get_domain(node.get()));
}

isl::union_map asMap(const isl::multi_union_pw_aff &schedule) {
  return isl::manage(isl_union_map_from_multi_union_pw_aff(schedule.copy()));
}

class BandOrder {
public:
  BandOrder(const AffineNest &nest, const Polyhedra &polyhedra,
            const std::vector<std::string> &names, const InnermostLoops &allowed,
            const ReorderOptions &options)
      : nest(nest), polyhedra(polyhedra), names(names), allowed(allowed), options(options) {}

  double before = 0, after = 0; ///< estimates for all bands so far

  bool isKnown = true; ///< all loops are ones of the source

  bool isChanged() const { return !notes.empty(); }

  std::string what() const {
    std::string text;
    for (const std::string &note : notes)
      if (text.find(note) == std::string::npos)
        text += (text.empty() ? "" : "; ") + note;
    return text;
  }

  /// The tree with all bands of the subtree in their new order, at the same place.
  isl::schedule_node reorder(isl::schedule_node node) {
    if (isl_schedule_node_get_type(node.get()) == isl_schedule_node_band)
      return reorderBand(node);
    const int children = static_cast<int>(isl_schedule_node_n_children(node.get()));
    for (int i = 0; i < children; ++i)
      node = reorder(node.child(i)).parent();
    return node;
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const std::vector<std::string> &names;
  const InnermostLoops &allowed;
  const ReorderOptions &options;
  std::vector<std::string> notes;
  std::vector<Member> sunk; ///< of bands around, whose tiles are dealt out there

  isl::schedule_node reorderBand(const isl::schedule_node &node) {
    const bool isInnermost =
        isl_schedule_node_get_type(node.child(0).get()) == isl_schedule_node_leaf;
    std::vector<Member> members = membersOf(node);
    isKnown &= !members.empty();
    if (members.empty())
      return node;
    const bool isPermutable = findDirections(node, members);
    if (isInnermost && isPermutable && members.size() >= 2 && chooseLoops(members))
      return replaced(node, members);
    if (!isInnermost && isPermutable && sunk.empty())
      if (std::optional<isl::schedule_node> better = sink(node, members))
        return *better;
    if (isInnermost && isPermutable)
      std::sort(members.begin(), members.end(), [](const Member &a, const Member &b) {
        return a.loopOf.begin()->second < b.loopOf.begin()->second;
      });
    // The same loop is compiled anew, and the compiler decides again what it fuses.
    isKnown &= !isInnermost || mayBeInnermost(members.back());
    Level level;
    level.mark.depth = static_cast<unsigned>(isl_schedule_node_get_schedule_depth(node.get()));
    level.mark.isParallel = members.front().isParallel && !isSunk(members.front());
    for (const Member &member : members)
      level.add(member.schedule, member.name + "_point");
    if (!isInnermost)
      return marked(reorder(node.child(0)).parent(), level.mark);
    const isl::schedule_node place = isl::manage(isl_schedule_node_delete(node.copy()));
    return marked(isl::manage(isl_schedule_node_insert_partial_schedule(
                      place.copy(), together(level.schedules).release())),
                  level.mark);
  }

  // A parallel loop becomes the innermost one of all loops in it:
  //
  //     for (i..) for (j..) {              for (j_tile..) for (i..) {
  //       b[i][j] *= d;                      for (j in the tile) b[i][j] *= d;
  //       for (k..)                          for (k..) for (j in the tile)
  //         b[i][j] += l[i][k] * b[k][j];      b[i][j] += l[i][k] * b[k][j];
  //     }                                  }

  int64_t sizeOfSunkTiles() const { return options.tile != 0 ? options.tile : sunkTile; }

  bool isSunk(const Member &member) const {
    return std::any_of(sunk.begin(), sunk.end(), [&](const Member &outer) {
      return std::all_of(member.loopOf.begin(), member.loopOf.end(), [&](const auto &entry) {
        const auto found = outer.loopOf.find(entry.first);
        return found != outer.loopOf.end() && found->second == entry.second;
      });
    });
  }

  /// Nothing if no loop in it would be faster.
  std::optional<isl::schedule_node> sink(const isl::schedule_node &node,
                                         std::vector<Member> members) {
    const auto its = std::find_if(members.begin(), members.end(),
                                  [](const Member &member) { return member.isParallel; });
    if (its == members.end())
      return std::nullopt;
    const BandOrder saved = *this;
    sunk.push_back(*its);
    members.erase(its);
    Level tiles, others;
    const Member &loop = sunk.back();
    tiles.mark.depth = static_cast<unsigned>(isl_schedule_node_get_schedule_depth(node.get()));
    tiles.mark.isParallel = true;
    tiles.add(roundedDown(loop.schedule, sizeOfSunkTiles()), loop.name + "_tile");
    others.mark.depth = tiles.mark.depth + 1;
    for (const Member &member : members)
      others.add(member.schedule, member.name + "_point");
    isl::schedule_node place =
        withLoop(isl::manage(isl_schedule_node_delete(node.copy())), loop.schedule);
    if (!members.empty())
      place = isl::manage(isl_schedule_node_insert_partial_schedule(
          place.release(), together(others.schedules).release()));
    place = isl::manage(isl_schedule_node_insert_partial_schedule(
        place.release(), together(tiles.schedules).release()));
    // To what is inside, and back to the mark of the tiles.
    place = members.empty() ? place.child(0) : place.child(0).child(0);
    place = reorder(place).parent();
    if (!members.empty())
      place = marked(place, others.mark).parent();
    place = marked(place, tiles.mark);
    const bool isFaster = notes.size() > saved.notes.size() && isKnown;
    sunk.clear();
    if (isFaster)
      return place;
    before = saved.before;
    after = saved.after;
    isKnown = saved.isKnown;
    notes = saved.notes;
    return std::nullopt;
  }

  /// The subtree with the loop as the last one of each innermost band.
  static isl::schedule_node withLoop(isl::schedule_node node, const isl::union_pw_aff &loop) {
    const isl_schedule_node_type type = isl_schedule_node_get_type(node.get());
    const bool isBand = type == isl_schedule_node_band;
    if (type == isl_schedule_node_leaf ||
        (isBand && isl_schedule_node_get_type(node.child(0).get()) == isl_schedule_node_leaf)) {
      const isl::union_pw_aff here = isl::manage(isl_union_pw_aff_intersect_domain_union_set(
          loop.copy(), isl_union_set_universe(domainOf(node).release())));
      std::vector<isl::union_pw_aff> all;
      if (isBand) {
        const isl::schedule_node_band band = node.as<isl::schedule_node_band>();
        const isl::multi_union_pw_aff schedule = band.partial_schedule();
        for (unsigned i = 0; i < band.n_member(); ++i)
          all.push_back(schedule.at(static_cast<int>(i)));
        node = isl::manage(isl_schedule_node_delete(node.release()));
      }
      all.push_back(here);
      return isl::manage(
          isl_schedule_node_insert_partial_schedule(node.release(), together(all).release()));
    }
    const int children = static_cast<int>(isl_schedule_node_n_children(node.get()));
    for (int i = 0; i < children; ++i)
      node = withLoop(node.child(i), loop).parent();
    return node;
  }

  // What a band is.

  /// In the order of the band; none if one of them is not a loop of the source, up to a shift.
  std::vector<Member> membersOf(const isl::schedule_node &node) const {
    std::vector<Member> members;
    const isl::schedule_node_band band = node.as<isl::schedule_node_band>();
    const isl::multi_union_pw_aff schedule = band.partial_schedule();
    for (unsigned i = 0; i < band.n_member(); ++i) {
      Member member;
      member.schedule = schedule.at(static_cast<int>(i));
      if (!nameMember(domainOf(node), member) || isUsedTwice(members, member))
        return {};
      if (member.trips && *member.trips < fewTrips)
        member.least = leastOf(member.schedule, domainOf(node));
      members.push_back(std::move(member));
    }
    return members;
  }

  static bool isUsedTwice(const std::vector<Member> &members, const Member &member) {
    return std::any_of(members.begin(), members.end(), [&](const Member &other) {
      return std::any_of(member.loopOf.begin(), member.loopOf.end(), [&](const auto &entry) {
        auto found = other.loopOf.find(entry.first);
        return found != other.loopOf.end() && found->second == entry.second;
      });
    });
  }

  bool nameMember(const isl::union_set &domain, Member &member) const {
    bool isKnown = true;
    domain.foreach_set([&](const isl::set &executions) {
      const size_t statement = numberOf(executions);
      isl_space *space = isl_space_from_domain(isl_set_get_space(executions.get()));
      isl_pw_aff *piece = isl_union_pw_aff_extract_pw_aff(
          member.schedule.get(), isl_space_add_dims(space, isl_dim_out, 1));
      const isl::pw_aff value = isl::manage(piece);
      if (isl_pw_aff_isa_aff(value.get()) != isl_bool_true) {
        isKnown = false;
        return;
      }
      const isl::aff form = isl::manage(isl_pw_aff_as_aff(value.copy()));
      std::optional<size_t> loop;
      const auto &loops = nest.statements[statement].loops;
      for (size_t i = 0; i < loops.size(); ++i) {
        const isl::val factor =
            isl::manage(isl_aff_get_coefficient_val(form.get(), isl_dim_in, static_cast<int>(i)));
        if (isl_val_is_zero(factor.get()) == isl_bool_true)
          continue;
        isKnown &= !loop && isl_val_is_one(factor.get()) == isl_bool_true;
        loop = loops[i];
      }
      isKnown &= loop && isl_aff_dim(form.get(), isl_dim_div) == 0;
      if (!isKnown)
        return;
      member.loopOf[statement] = *loop;
      member.name = member.name.empty() ? names[*loop] : member.name;
      member.trips = fixedTrips(nest, nest.statements[statement], *loop);
    });
    return isKnown;
  }

  /// Whether no dependence goes backwards in a loop of the band, within one run of what is around
  /// it; and for each loop, what that allows.
  bool findDirections(const isl::schedule_node &node, std::vector<Member> &members) const {
    const isl::union_map around =
        isl::manage(isl_schedule_node_get_prefix_schedule_relation(node.get()));
    const isl::union_map same = sharing(around, around);
    std::vector<isl::union_pw_aff> parts;
    for (const Member &member : members)
      parts.push_back(member.schedule);
    const isl::union_map place = asMap(together(parts));
    const isl::union_set distances =
        polyhedra.dependences.intersect(same).apply_domain(place).apply_range(place).deltas();
    const int size = static_cast<int>(members.size());
    if (distances.is_empty()) {
      for (Member &member : members)
        member.isParallel = true;
      return true;
    }
    const isl::set all = isl::manage(isl_set_from_union_set(distances.copy()));
    bool isForwards = true;
    for (int i = 0; i < size; ++i) {
      const isl::set negative = isl::manage(isl_set_upper_bound_si(all.copy(), isl_dim_set, i, -1));
      const isl::set positive = isl::manage(isl_set_lower_bound_si(all.copy(), isl_dim_set, i, 1));
      isForwards &= negative.is_empty();
      members[i].isParallel = negative.is_empty() && positive.is_empty();
      isl::set alone = positive;
      for (int k = 0; k < size; ++k)
        if (k != i)
          alone = isl::manage(isl_set_fix_si(alone.release(), isl_dim_set, k, 0));
      members[i].isChain = !alone.is_empty();
    }
    return isForwards;
  }

  // What it becomes.

  double costWith(const std::vector<Member> &members, size_t innermost) const {
    double cost = 0;
    for (const auto &[statement, loop] : members[innermost].loopOf) {
      std::map<size_t, int> unrolled;
      for (const Member &member : members)
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

  double costBefore(const std::vector<Member> &members) const {
    double cost = 0;
    for (const auto &[statement, loop] : members.front().loopOf) {
      const size_t innermost = nest.statements[statement].loops.back();
      auto its = std::find_if(members.begin(), members.end(), [&](const Member &member) {
        return member.loopOf.at(statement) == innermost;
      });
      const bool isChain = its != members.end() && its->isChain && !isShortChain(statement);
      cost += costOf(nest, statement, innermost, isChain, {});
    }
    return cost;
  }

  /// Which of the loops, other than the innermost one, to unroll within it.
  void unroll(std::vector<Member> &members, size_t innermost) const {
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

  bool mayBeInnermost(const Member &member) const {
    return std::all_of(member.loopOf.begin(), member.loopOf.end(), [&](const auto &entry) {
      const std::optional<std::set<size_t>> &its = allowed[entry.first];
      return !its || (its->contains(entry.second) && !member.isChain);
    });
  }

  /// False if the band is better left as it is. The innermost loop becomes the last one.
  bool chooseLoops(std::vector<Member> &members) {
    std::optional<size_t> best;
    double least = 0;
    for (size_t i = 0; i < members.size(); ++i) {
      if (!mayBeInnermost(members[i]) || (!sunk.empty() && !isSunk(members[i])))
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
    before += weight * old;
    const bool isClear = options.takesAll || old >= clearGain * least;
    after += weight * (isClear ? least : old);
    if (!isClear)
      return false;
    std::swap(members[*best], members.back());
    const size_t innermost = members.size() - 1;
    std::stable_sort(members.begin(), members.end() - 1, [](const Member &a, const Member &b) {
      return std::pair(!a.isParallel, a.loopOf.begin()->second) <
             std::pair(!b.isParallel, b.loopOf.begin()->second);
    });
    chooseTiles(members, innermost);
    note(members);
    return true;
  }

  bool hasFar(const std::vector<Member> &members) const {
    for (const auto &[statement, loop] : members.back().loopOf)
      for (const AffineAccess &access : nest.statements[statement].accesses)
        if (!access.isWhole && strideOf(nest, access, loop) == Stride::Far)
          return true;
    return false;
  }

  void chooseTiles(std::vector<Member> &members, size_t innermost) const {
    const bool isDeep = members.size() >= 3 || hasFar(members);
    for (size_t i = 0; i < members.size(); ++i) {
      Member &member = members[i];
      const bool isParallelOne =
          i == innermost && !members.front().isParallel && member.isParallel && !isSunk(member);
      if ((!isDeep && !isParallelOne) || isSunk(member))
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

  void note(const std::vector<Member> &members) {
    std::string tiles, unrolled;
    if (isSunk(members.back()))
      tiles = std::to_string(sizeOfSunkTiles());
    for (const Member &member : members) {
      if (member.tile != 0)
        tiles += (tiles.empty() ? "" : "x") + std::to_string(member.tile);
      if (member.unroll > 1)
        unrolled += (unrolled.empty() ? "" : "x") + std::to_string(member.unroll);
    }
    notes.push_back((tiles.empty() ? "" : "tiled " + tiles + ", ") +
                    (unrolled.empty() ? "" : unrolled + " iterations unrolled, ") + "loop over '" +
                    members.back().name + "' innermost");
  }

  // The tree.

  /// Loops of one kind, from the outermost inwards.
  struct Level {
    std::vector<isl::union_pw_aff> schedules;
    BandMark mark;
    bool isInnermost = false; ///< but for the unrolled loops in it

    void add(const isl::union_pw_aff &schedule, const std::string &name, int times = 0) {
      schedules.push_back(schedule);
      mark.loops.push_back(name);
      if (times != 0)
        mark.unrolled.push_back(times);
    }
  };

  /// `isVector`: the mark of the innermost loop.
  std::vector<Level> levelsOf(const std::vector<Member> &members, bool isVector) const {
    Level tiles, blocks, innermost, unrolled;
    innermost.isInnermost = true;
    std::vector<const Member *> order;
    for (const Member &member : members)
      order.push_back(&member);
    // Without another parallel loop, tiles of the innermost one are dealt out.
    if (!members.front().isParallel && members.back().isParallel && !isSunk(members.back()))
      std::rotate(order.begin(), order.end() - 1, order.end());
    for (const Member *member : order)
      if (member->tile != 0)
        tiles.add(roundedDown(member->schedule, member->tile), member->name + "_tile");
    for (const Member &member : members) {
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
    std::vector<Level> levels;
    for (Level *level : {&tiles, &blocks, &innermost, &unrolled})
      if (!level->schedules.empty())
        levels.push_back(std::move(*level));
    levels.front().mark.isParallel = order.front()->isParallel && !isSunk(*order.front());
    for (Level &level : levels)
      level.mark.isVector = level.isInnermost && isVector;
    return levels;
  }

  static isl::schedule_node marked(const isl::schedule_node &node, const BandMark &mark) {
    isl_id *id = isl_id_alloc(isl_schedule_node_get_ctx(node.get()), mark.text().c_str(), nullptr);
    return isl::manage(isl_schedule_node_insert_mark(node.copy(), id));
  }

  /// Of the innermost loop, iterations in which all unrolled ones have all of theirs get code of
  /// their own.
  static isl::union_set isolation(const isl::schedule_node &node,
                                  const std::vector<Level> &levels) {
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

  /// With the mark of the outermost level at the place of the band.
  isl::schedule_node replaced(const isl::schedule_node &node,
                              const std::vector<Member> &members) const {
    std::vector<Level> levels = levelsOf(members, members.back().isParallel && nest.hasPointers());
    auto depth = static_cast<unsigned>(isl_schedule_node_get_schedule_depth(node.get()));
    for (Level &level : levels) {
      level.mark.depth = depth;
      depth += static_cast<unsigned>(level.schedules.size());
    }
    isl::schedule_node place = isl::manage(isl_schedule_node_delete(node.copy()));
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
      place = isl::manage(isl_schedule_node_insert_partial_schedule(
          place.release(), together(level->schedules).release()));
      if (!level->isInnermost && level->mark.unrolled.empty())
        place = atomic(place, level->schedules.size());
      place = marked(place, level->mark);
    }
    return levels.back().isInnermost ? place : isolated(place, isolation(node, levels), levels);
  }

  /// `place`: the mark of the outermost level.
  static isl::schedule_node isolated(isl::schedule_node place, const isl::union_set &iterations,
                                     const std::vector<Level> &levels) {
    const size_t steps = 2 * (levels.size() - 2) + 1; // to the band in front of the last one
    for (size_t i = 0; i < steps; ++i)
      place = place.child(0);
    place = isl::manage(
        isl_schedule_node_band_set_ast_build_options(place.release(), iterations.copy()));
    for (size_t i = 0; i < steps; ++i)
      place = place.parent();
    return place;
  }

  /// Without copies of its loops for parts of their iterations.
  static isl::schedule_node atomic(isl::schedule_node node, size_t loops) {
    for (size_t i = 0; i < loops; ++i)
      node = isl::manage(isl_schedule_node_band_member_set_ast_loop_type(
          node.release(), static_cast<int>(i), isl_ast_loop_atomic));
    return node;
  }
};

} // namespace

std::string BandMark::text() const {
  std::string text = std::to_string(depth) + (isParallel ? " parallel" : " in-order") +
                     (isVector ? " vector" : " scalar");
  for (size_t i = 0; i < loops.size(); ++i)
    text += " " + loops[i] + " " + std::to_string(unrolled.empty() ? 0 : unrolled[i]);
  return text;
}

BandMark BandMark::parse(const std::string &text) {
  BandMark mark;
  std::istringstream words(text);
  std::string word;
  words >> mark.depth >> word;
  mark.isParallel = word == "parallel";
  words >> word;
  mark.isVector = word == "vector";
  int times = 0;
  while (words >> word >> times) {
    mark.loops.push_back(word);
    if (times != 0)
      mark.unrolled.push_back(times);
  }
  return mark;
}

bool isLegal(const isl::schedule &schedule, const Polyhedra &polyhedra) {
  const isl::union_map order = isl::manage(isl_schedule_get_map(schedule.get()));
  const isl::union_map earlier =
      isl::manage(isl_union_map_lex_lt_union_map(order.copy(), order.copy()));
  return schedule.domain().is_equal(polyhedra.domain) && polyhedra.dependences.is_subset(earlier);
}

std::optional<NestOrder> chooseOrder(const AffineNest &nest, const Polyhedra &polyhedra,
                                     const std::vector<std::string> &names,
                                     const InnermostLoops &allowed, const ReorderOptions &options) {
  isl_ctx *context = polyhedra.domain.ctx().get();
  isl_options_set_schedule_serialize_sccs(context, 1);
  const unsigned long all = isl_ctx_get_max_operations(context);
  isl_ctx_reset_operations(context);
  isl_ctx_set_max_operations(context, all / schedulerShare);
  const isl::schedule first = isl::schedule_constraints::on_domain(polyhedra.domain)
                                  .set_validity(polyhedra.dependences)
                                  .set_coincidence(polyhedra.dependences)
                                  .set_proximity(polyhedra.dependences)
                                  .compute_schedule();
  isl_ctx_reset_operations(context);
  isl_ctx_set_max_operations(context, all);
  BandOrder order(nest, polyhedra, names, allowed, options);
  const isl::schedule_node root = order.reorder(first.root());
  const bool isClear = order.before >= clearGain * order.after && order.before > 0;
  if (!order.isKnown || !order.isChanged() || !(isClear || options.takesAll))
    return std::nullopt;
  return NestOrder{root.schedule(), order.what(), order.before / std::max(order.after, 1e-9)};
}

} // namespace kasuri
