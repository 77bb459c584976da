#include "reorder/SourceOrder.h"

#include "reorder/ScheduleTrees.h"

#include <isl/schedule_node.h>

#include <algorithm>

namespace kasuri {
namespace {

class TreeBuilder {
public:
  TreeBuilder(const AffineNest &nest, const Polyhedra &polyhedra,
              const std::vector<std::string> &names, const std::vector<int64_t> &tile,
              const std::vector<bool> &chains)
      : nest(nest), polyhedra(polyhedra), names(names), tile(tile), chains(chains) {}

  isl::schedule make() const {
    std::vector<size_t> all;
    for (size_t i = 0; i < nest.statements.size(); ++i)
      all.push_back(i);
    const isl::schedule empty = isl::schedule::from_domain(polyhedra.domain);
    return addStatements(empty.root().child(0), all, 0).schedule();
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const std::vector<std::string> &names;
  const std::vector<int64_t> &tile;
  const std::vector<bool> &chains;

  /// `leaf`: in `level` loops. At the same place afterwards.
  isl::schedule_node addStatements(const isl::schedule_node &leaf,
                                   const std::vector<size_t> &statements, size_t level) const {
    std::map<size_t, std::vector<size_t>> groups;
    for (size_t each : statements)
      groups[nest.statements[each].order[level]].push_back(each);
    if (groups.size() == 1)
      return addGroup(leaf, statements, level);
    isl_union_set_list *filters = isl_union_set_list_alloc(polyhedra.domain.ctx().get(), 0);
    for (const auto &[number, its] : groups)
      filters = isl_union_set_list_add(filters, executionsOf(its).release());
    isl::schedule_node node = isl::manage(isl_schedule_node_insert_sequence(leaf.copy(), filters));
    int child = 0;
    for (const auto &[number, its] : groups)
      node = addGroup(node.child(child++).child(0), its, level).parent().parent();
    return node;
  }

  /// One statement, or one loop with statements in it.
  isl::schedule_node addGroup(const isl::schedule_node &leaf, const std::vector<size_t> &statements,
                              size_t level) const {
    const std::vector<size_t> &loops = nest.statements[statements.front()].loops;
    if (level == loops.size())
      return leaf;
    const isl::union_pw_aff counter(
        polyhedra.domain.ctx(),
        placesText(nest, [&](size_t, const std::vector<std::string> &counters) {
          return level < counters.size() ? counters[level] : "0";
        }));
    const isl::union_set its = domainOf(leaf);
    BandMark mark;
    mark.depth = static_cast<unsigned>(tile.size() + level);
    mark.likelyTrips = level < tile.size() ? tile[level] : 0;
    mark.loops = {names[loops[level]] + "_point"};
    const bool isChain = std::any_of(statements.begin(), statements.end(),
                                     [&](size_t each) { return chains[each]; });
    mark.isVector = isInnermost(statements, level) && !isChain;
    mark.isChain = isInnermost(statements, level) && isChain;
    const isl::schedule_node band =
        withBand(leaf, {isl::manage(isl_union_pw_aff_intersect_domain_union_set(
                           counter.copy(), isl_union_set_universe(its.copy())))});
    return marked(addStatements(band.child(0), statements, level + 1).parent(), mark);
  }

  bool isInnermost(const std::vector<size_t> &statements, size_t level) const {
    return std::all_of(statements.begin(), statements.end(), [&](size_t each) {
      return nest.statements[each].loops.size() == level + 1;
    });
  }

  isl::union_set executionsOf(const std::vector<size_t> &statements) const {
    isl::union_set all = polyhedra.domain.subtract(polyhedra.domain);
    polyhedra.domain.foreach_set([&](const isl::set &each) {
      if (std::find(statements.begin(), statements.end(), numberOf(each)) != statements.end())
        all = all.unite(isl::union_set(each));
    });
    return all;
  }
};

} // namespace

isl::schedule sourceOrder(const AffineNest &nest, const Polyhedra &polyhedra,
                          const std::vector<std::string> &names, const std::vector<int64_t> &tile,
                          const std::vector<bool> &chains) {
  return TreeBuilder(nest, polyhedra, names, tile, chains).make();
}

/// Executions in which these counters are the same but for the last one.
static isl::map inOneRun(isl::map pairs, size_t loops) {
  for (int i = 0; i + 1 < static_cast<int>(loops); ++i)
    pairs = isl::manage(isl_map_equate(pairs.release(), isl_dim_in, i, isl_dim_out, i));
  return pairs;
}

std::vector<bool> innermostChains(const AffineNest &nest, const Polyhedra &polyhedra) {
  std::vector<bool> chains(nest.statements.size());
  polyhedra.dependences.foreach_map([&](const isl::map &all) {
    const size_t from = numberOf(all.domain()), to = numberOf(all.range());
    const std::vector<size_t> &loops = nest.statements[from].loops;
    if (loops.back() != nest.statements[to].loops.back())
      return;
    const int last = static_cast<int>(loops.size()) - 1;
    const isl::map chain = isl::manage(isl_map_order_lt(inOneRun(all, loops.size()).release(),
                                                        isl_dim_in, last, isl_dim_out, last));
    if (!chain.is_empty())
      chains[from] = chains[to] = true;
  });
  return chains;
}

namespace {

class SteadyFinder {
public:
  SteadyFinder(const AffineNest &nest, const Polyhedra &polyhedra)
      : nest(nest), polyhedra(polyhedra) {}

  std::vector<std::set<size_t>> find() const {
    std::vector<std::set<size_t>> steady(nest.statements.size());
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (size_t read = 0; read < nest.statements[i].accesses.size(); ++read)
        if (isSteady(i, read))
          steady[i].insert(read);
    return steady;
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;

  bool isSteady(size_t statement, size_t number) const {
    const AffineStatement &its = nest.statements[statement];
    const AffineAccess &read = its.accesses[number];
    if (read.isWrite || read.isWhole)
      return false;
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (size_t each = 0; each < nest.statements[i].accesses.size(); ++each) {
        const AffineAccess &write = nest.statements[i].accesses[each];
        if (write.isWrite && write.array == read.array &&
            nest.statements[i].loops.back() == its.loops.back() &&
            mayMeet({statement, number}, {i, each}))
          return false;
      }
    return true;
  }

  using Place = std::pair<size_t, size_t>; ///< a statement and an access of it

  bool mayMeet(const Place &read, const Place &write) const {
    const isl::ctx context = polyhedra.domain.ctx();
    const isl::map meeting =
        accessMap(context, nest, read.first, read.second)
            .apply_range(accessMap(context, nest, write.first, write.second).reverse());
    const isl::map inRun = inOneRun(meeting, nest.statements[read.first].loops.size());
    return !isl::union_map(inRun)
                .intersect_domain(polyhedra.domain)
                .intersect_range(polyhedra.domain)
                .is_empty();
  }
};

} // namespace

std::vector<std::set<size_t>> steadyReads(const AffineNest &nest, const Polyhedra &polyhedra) {
  return SteadyFinder(nest, polyhedra).find();
}

} // namespace kasuri
