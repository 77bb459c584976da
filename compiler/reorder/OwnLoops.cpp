#include "reorder/OwnLoops.h"

#include "reorder/BandLoops.h"
#include "reorder/ScheduleTrees.h"

#include <isl/schedule_node.h>

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

bool hasBands(const isl::schedule_node &node) {
  if (isl_schedule_node_get_type(node.get()) == isl_schedule_node_band)
    return true;
  const int children = static_cast<int>(isl_schedule_node_n_children(node.get()));
  for (int i = 0; i < children; ++i)
    if (hasBands(node.child(i)))
      return true;
  return false;
}

class BandSplitter {
public:
  BandSplitter(const AffineNest &nest, const Polyhedra &polyhedra, const isl::schedule_node &node)
      : nest(nest), polyhedra(polyhedra), node(node), schedules(schedulesOf(node)) {}

  std::optional<isl::schedule_node> split() {
    if (hasBands(node.child(0)) || !findLoops())
      return std::nullopt;
    const size_t levels = commonLevels();
    if (levels == 0 || levels == schedules.size())
      return std::nullopt;
    const std::vector<isl::union_pw_aff> outer(schedules.begin(),
                                               schedules.begin() + static_cast<ptrdiff_t>(levels));
    const std::vector<size_t> order = orderWithin(outer);
    if (order.size() != domains.size())
      return std::nullopt;
    isl_union_set_list *filters = isl_union_set_list_alloc(node.ctx().get(), 0);
    for (size_t statement : order)
      filters =
          isl_union_set_list_add(filters, isl_union_set_from_set(domains.at(statement).copy()));
    isl::schedule_node place =
        isl::manage(isl_schedule_node_insert_sequence(isl_schedule_node_cut(node.copy()), filters));
    for (size_t i = 0; i < order.size(); ++i)
      place = addOwn(place.child(static_cast<int>(i)).child(0), order[i], levels);
    return withBand(place, outer);
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const isl::schedule_node &node;
  const std::vector<isl::union_pw_aff> schedules;
  std::map<size_t, isl::set> domains; ///< executions, by statement
  /// By statement and level: a loop that none of the levels before is; none: the statement has only
  /// a place there.
  std::map<size_t, std::vector<std::optional<size_t>>> loops;

  bool findLoops() {
    bool isKnown = true;
    domainOf(node).foreach_set([&](const isl::set &executions) {
      const size_t statement = numberOf(executions);
      domains.emplace(statement, executions);
      std::set<size_t> seen;
      for (const isl::union_pw_aff &each : schedules) {
        std::optional<size_t> loop = loopCounted(nest, each, executions, isKnown);
        if (loop && !seen.insert(*loop).second)
          loop.reset();
        loops[statement].push_back(loop);
      }
    });
    return isKnown && domains.size() > 1;
  }

  /// At which all statements have loops.
  size_t commonLevels() const {
    size_t levels = schedules.size();
    for (const auto &[statement, its] : loops)
      levels = std::min(levels, static_cast<size_t>(
                                    std::find(its.begin(), its.end(), std::nullopt) - its.begin()));
    return levels;
  }

  /// Of statements in one iteration of the outer levels; too few if they depend on each other.
  std::vector<size_t> orderWithin(const std::vector<isl::union_pw_aff> &outer) const {
    const isl::union_map around = isl::manage(
        isl_union_map_flat_range_product(isl_schedule_node_get_prefix_schedule_relation(node.get()),
                                         asMap(together(outer)).release()));
    std::map<size_t, std::set<size_t>> before;
    polyhedra.dependences.intersect(sharing(around, around)).foreach_map([&](const isl::map &each) {
      const size_t from = numberOf(each.domain()), to = numberOf(each.range());
      if (from != to)
        before[to].insert(from);
    });
    std::vector<size_t> order;
    std::set<size_t> placed;
    for (bool isNew = true; isNew;) {
      isNew = false;
      for (const auto &[statement, its] : domains)
        if (!placed.contains(statement) &&
            std::includes(placed.begin(), placed.end(), before[statement].begin(),
                          before[statement].end())) {
          placed.insert(statement);
          order.push_back(statement);
          isNew = true;
          break;
        }
    }
    return order;
  }

  /// To a leaf in a sequence; returns the sequence.
  isl::schedule_node addOwn(const isl::schedule_node &leaf, size_t statement, size_t levels) const {
    std::vector<isl::union_pw_aff> own;
    for (size_t level = levels; level < schedules.size(); ++level)
      if (loops.at(statement)[level])
        own.push_back(isl::manage(isl_union_pw_aff_intersect_domain_union_set(
            schedules[level].copy(),
            isl_union_set_universe(isl_union_set_from_set(domains.at(statement).copy())))));
    return own.empty() ? leaf.parent().parent() : withBand(leaf, own).parent().parent();
  }
};

} // namespace

std::optional<isl::schedule_node> withOwnLoops(const AffineNest &nest, const Polyhedra &polyhedra,
                                               const isl::schedule_node &node) {
  return BandSplitter(nest, polyhedra, node).split();
}

} // namespace kasuri
