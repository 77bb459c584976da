#include "reorder/TurnedChains.h"

#include "reorder/NestCost.h"
#include "reorder/ScheduleTrees.h"
#include "reorder/SourceOrder.h"

#include <isl/schedule_node.h>

#include <algorithm>

namespace kasuri {
namespace {

using Statements = std::vector<size_t>;
using Inner = std::function<isl::schedule_node(const isl::schedule_node &)>;

class TurnedChain {
public:
  TurnedChain(const AffineNest &nest, const Polyhedra &polyhedra,
              const std::vector<std::string> &names)
      : nest(nest), polyhedra(polyhedra), names(names), depth(nest.depth()) {}

  std::optional<NestOrder> choose(const InnermostLoops &allowed, const ReorderOptions &options) {
    const bool isAny =
        std::none_of(allowed.begin(), allowed.end(), [](const auto &each) { return each; });
    if (!isAny || !find() || !innermostChains(nest, polyhedra)[chain])
      return std::nullopt;
    const std::vector<size_t> &loops = nest.statements[chain].loops;
    const double before = costOf(nest, chain, loops[depth - 1], true, {});
    const double after = costOf(nest, chain, loops[depth - 2], false, {});
    if (!options.takesAll && before < clearGain * after)
      return std::nullopt;
    NestOrder order{.schedule = schedule(),
                    .what = "loop over '" + names[loops[depth - 2]] +
                            "' innermost, in that over '" + names[loops[depth - 1]] + "'",
                    .gain = before / std::max(after, 1e-9)};
    return isParallel() && isLegal(order, polyhedra) ? std::optional(order) : std::nullopt;
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const std::vector<std::string> &names;
  const size_t depth;
  size_t chain = 0;           ///< the statement in all loops
  Statements inFront, behind; ///< of its loop

  /// False if the nest has another form.
  bool find() {
    if (depth < 3 || nest.loops.size() != depth)
      return false;
    Statements deep;
    for (size_t i = 0; i < nest.statements.size(); ++i)
      if (nest.statements[i].loops.size() == depth)
        deep.push_back(i);
    if (deep.size() != 1)
      return false;
    chain = deep.front();
    for (size_t i = 0; i < nest.statements.size(); ++i)
      if (i != chain) {
        if (nest.statements[i].loops.size() != depth - 1)
          return false;
        (i < chain ? inFront : behind).push_back(i);
      }
    return !inFront.empty() && !behind.empty();
  }

  /// The counter at a level; `ofChain`: at another one for the chain.
  isl::union_pw_aff counter(size_t level, size_t ofChain) const {
    return isl::union_pw_aff(
        polyhedra.domain.ctx(),
        placesText(nest, [&](size_t statement, const std::vector<std::string> &counters) {
          return counters[statement == chain ? ofChain : level];
        }));
  }

  /// Executions of the chain in one iteration of the loops around it do not depend on each other.
  bool isParallel() const {
    std::vector<isl::union_pw_aff> around;
    for (size_t level = 0; level + 2 < depth; ++level)
      around.push_back(counter(level, level));
    around.push_back(counter(depth - 2, depth - 1));
    const isl::union_map place = asMap(together(around));
    bool isOne = true;
    polyhedra.dependences.intersect(sharing(place, place)).foreach_map([&](const isl::map &each) {
      isOne &= numberOf(each.domain()) != chain || numberOf(each.range()) != chain;
    });
    return isOne;
  }

  isl::union_set executionsOf(const Statements &statements) const {
    isl::union_set all = polyhedra.domain.subtract(polyhedra.domain);
    polyhedra.domain.foreach_set([&](const isl::set &each) {
      if (std::find(statements.begin(), statements.end(), numberOf(each)) != statements.end())
        all = all.unite(isl::union_set(each));
    });
    return all;
  }

  isl::schedule_node inLoop(const isl::schedule_node &leaf, const isl::union_pw_aff &schedule,
                            size_t level, const std::string &name, bool isVector,
                            const Inner &inner) const {
    const isl::union_set its = domainOf(leaf);
    BandMark mark;
    mark.depth = static_cast<unsigned>(level);
    mark.loops = {name + "_point"};
    mark.isVector = isVector;
    const isl::schedule_node band =
        withBand(leaf, {isl::manage(isl_union_pw_aff_intersect_domain_union_set(
                           schedule.copy(), isl_union_set_universe(its.copy())))});
    return marked(inner(band.child(0)).parent(), mark);
  }

  isl::schedule_node inSequence(
      const isl::schedule_node &leaf, const std::vector<Statements> &groups,
      const std::function<isl::schedule_node(const isl::schedule_node &, size_t)> &inner) const {
    isl_union_set_list *filters = isl_union_set_list_alloc(polyhedra.domain.ctx().get(), 0);
    for (const Statements &its : groups)
      filters = isl_union_set_list_add(filters, executionsOf(its).release());
    isl::schedule_node node = isl::manage(isl_schedule_node_insert_sequence(leaf.copy(), filters));
    for (size_t i = 0; i < groups.size(); ++i)
      node = inner(node.child(static_cast<int>(i)).child(0), i).parent().parent();
    return node;
  }

  /// One after the other.
  isl::schedule_node inOrder(const isl::schedule_node &leaf, const Statements &statements) const {
    if (statements.size() == 1)
      return leaf;
    std::vector<Statements> groups;
    for (size_t each : statements)
      groups.push_back({each});
    return inSequence(leaf, groups, [](const isl::schedule_node &place, size_t) { return place; });
  }

  isl::schedule schedule() const {
    const isl::schedule all = isl::schedule::from_domain(polyhedra.domain);
    return around(all.root().child(0), 0).schedule();
  }

  const std::string &nameAt(size_t level) const {
    return names[nest.statements[chain].loops[level]];
  }

  isl::schedule_node around(const isl::schedule_node &leaf, size_t level) const {
    if (level + 2 == depth)
      return turned(leaf);
    return inLoop(leaf, counter(level, level), level, nameAt(level), false,
                  [&](const isl::schedule_node &inner) { return around(inner, level + 1); });
  }

  isl::schedule_node turned(const isl::schedule_node &leaf) const {
    Statements others = behind;
    others.push_back(chain);
    const size_t row = depth - 2;
    return inSequence(leaf, {inFront, others}, [&](const isl::schedule_node &place, size_t group) {
      if (group == 0)
        return inLoop(place, counter(row, row), row, nameAt(row), false,
                      [&](const isl::schedule_node &inner) { return inOrder(inner, inFront); });
      return inLoop(place, counter(row, row + 1), row, nameAt(row + 1), false,
                    [&](const isl::schedule_node &inner) { return afterResult(inner); });
    });
  }

  /// In an iteration of the loop that has become the outer one.
  isl::schedule_node afterResult(const isl::schedule_node &leaf) const {
    const size_t row = depth - 2;
    return inSequence(leaf, {behind, {chain}}, [&](const isl::schedule_node &place, size_t group) {
      return group == 0 ? inOrder(place, behind)
                        : inLoop(place, counter(row, row), row + 1, nameAt(row), true,
                                 [](const isl::schedule_node &inner) { return inner; });
    });
  }
};

} // namespace

std::optional<NestOrder> chooseTurnedChains(const AffineNest &nest, const Polyhedra &polyhedra,
                                            const std::vector<std::string> &names,
                                            const InnermostLoops &allowed,
                                            const ReorderOptions &options) {
  return TurnedChain(nest, polyhedra, names).choose(allowed, options);
}

} // namespace kasuri
