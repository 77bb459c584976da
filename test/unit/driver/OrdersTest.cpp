// Orders in which `kasuri verify` runs the steps of a layer: held against all orders of small
// graphs, which are found by trying every permutation.
#include "gtest/gtest.h"

extern "C" {
#include "../../../runtime/tools/orders/orders.h"
}

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace {

using Order = std::vector<uint32_t>;
using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

/// A graph of single nodes with these edges, each from a lower node to a higher one.
class Graph {
public:
  Graph(uint32_t count, const Pairs &edges) : edges(edges), nodes(count) {
    for (uint32_t i = 0; i < count; ++i) {
      nodes[i].ks_parts = 1;
      nodes[i].ks_first_after = static_cast<ks_uint32>(afters.size());
      for (auto [from, to] : edges)
        if (from == i)
          afters.push_back(to);
      nodes[i].ks_after_count = static_cast<ks_uint32>(afters.size()) - nodes[i].ks_first_after;
      nodes[i].ks_before = static_cast<ks_uint16>(std::ranges::count_if(
          edges, [&](const std::pair<uint32_t, uint32_t> &each) { return each.second == i; }));
    }
    graph.ks_node_count = count;
    graph.ks_nodes = nodes.data();
    graph.ks_afters = afters.data();
    EXPECT_TRUE(ksi_make_steps(&steps, nullptr, &graph));
  }
  ~Graph() { ksi_free_steps(&steps); }
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  /// Is each node there once, behind all that it waits for?
  bool permits(const Order &order) const {
    Order places(order.size());
    for (uint32_t i = 0; i < order.size(); ++i)
      places[order[i]] = i;
    return std::ranges::all_of(edges,
                               [&](auto each) { return places[each.first] < places[each.second]; });
  }

  /// Every pair that some legal order runs in this order, by brute force.
  Pairs possiblePairs() const {
    Pairs pairs;
    Order order(nodes.size());
    std::iota(order.begin(), order.end(), 0);
    do {
      if (permits(order))
        addPairs(pairs, order);
    } while (std::ranges::next_permutation(order).found);
    return pairs;
  }

  static void addPairs(Pairs &pairs, const Order &order) {
    for (size_t i = 0; i < order.size(); ++i)
      for (size_t j = i + 1; j < order.size(); ++j)
        pairs.emplace(order[i], order[j]);
  }

  ksi_steps steps = {};

private:
  Pairs edges;
  std::vector<ks_node> nodes;
  std::vector<ks_uint32> afters;
  ks_graph graph = {};
};

/// All orders of the graph's series.
std::vector<Order> seriesOf(const Graph &graph, bool expectsSample = false) {
  ksi_series series = {};
  EXPECT_TRUE(ksi_make_series(&series, &graph.steps));
  EXPECT_EQ(series.is_sample, expectsSample ? 1u : 0u);
  std::vector<Order> orders(series.count, Order(graph.steps.count));
  for (uint32_t i = 0; i < series.count; ++i)
    EXPECT_TRUE(ksi_order_of_series(&series, &graph.steps, i, orders[i].data()));
  ksi_free_series(&series);
  return orders;
}

bool isPermutation(Order order) {
  std::ranges::sort(order);
  for (uint32_t i = 0; i < order.size(); ++i)
    if (order[i] != i)
      return false;
  return true;
}

Pairs randomEdges(std::mt19937 &random, uint32_t count) {
  Pairs edges;
  const uint32_t rarity = 1 + random() % 6;
  for (uint32_t to = 1; to < count; ++to)
    for (uint32_t from = 0; from < to; ++from)
      if (random() % rarity == 0)
        edges.emplace(from, to);
  return edges;
}

TEST(Orders, AreLegalAndRunAllPairsThatAnyOrderRuns) {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const uint32_t count = 1 + random() % 7;
    const Graph graph(count, randomEdges(random, count));
    Pairs seen;
    for (const Order &order : seriesOf(graph)) {
      EXPECT_TRUE(isPermutation(order));
      EXPECT_TRUE(graph.permits(order));
      Graph::addPairs(seen, order);
    }
    EXPECT_EQ(seen, graph.possiblePairs());
  }
}

TEST(Orders, AreTwoForNodesThatDoNotWait) {
  const std::vector<Order> orders = seriesOf(Graph(4, {}));
  EXPECT_EQ(orders, (std::vector<Order>{{3, 2, 1, 0}, {0, 1, 2, 3}}));
}

TEST(Orders, HoldBackWhatTheFirstTwoLeaveOut) {
  const std::vector<Order> orders = seriesOf(Graph(4, {{0, 2}, {1, 3}}));
  EXPECT_EQ(orders, (std::vector<Order>{{1, 3, 0, 2}, {0, 1, 2, 3}, {0, 2, 1, 3}}));
}

TEST(Orders, OfManyNodesAreASample) {
  const uint32_t count = KSI_MOST_PAIRED + 1;
  const Graph graph(count, {{0, count - 1}, {1, 2}});
  for (const Order &order : seriesOf(graph, /*expectsSample=*/true)) {
    EXPECT_TRUE(isPermutation(order));
    EXPECT_TRUE(graph.permits(order));
  }
}

TEST(Orders, AtRandomAreLegalAndFollowTheSeed) {
  const Graph graph(6, {{0, 3}, {1, 3}, {2, 5}});
  std::set<Order> seen;
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    Order order(6), again(6);
    ASSERT_TRUE(ksi_random_order(&graph.steps, seed, order.data()));
    ASSERT_TRUE(ksi_random_order(&graph.steps, seed, again.data()));
    EXPECT_EQ(order, again);
    EXPECT_TRUE(isPermutation(order));
    EXPECT_TRUE(graph.permits(order));
    seen.insert(order);
  }
  size_t legal = 0;
  Order order = {0, 1, 2, 3, 4, 5};
  do
    legal += graph.permits(order);
  while (std::ranges::next_permutation(order).found);
  EXPECT_EQ(seen.size(), legal); // each legal one, sooner or later
}

TEST(Orders, OfStepsThatWaitInACircleAreRefused) {
  const ks_row rows[] = {{0, 0, 1, 0, 1, 0, 0, 0}, {1, 0, 1, 1, 1, 0, 0, 0}};
  const ks_wait waits[] = {{1, 1}, {0, 1}};
  const ks_uint16 first[] = {0, 1, 2};
  const ks_table table = {2, 1, first, rows, waits};
  ksi_steps steps = {};
  ksi_series series = {};
  ASSERT_TRUE(ksi_make_steps(&steps, &table, nullptr));
  EXPECT_FALSE(ksi_make_series(&series, &steps));
  ksi_free_series(&series);
  ksi_free_steps(&steps);
}

TEST(Steps, OfATableWaitForTheRowInFrontAndForTheLastOfEachWait) {
  // Worker 0 has rows 0 and 1, worker 1 has rows 2 and 3; the last waits for both of worker 0.
  const ks_row rows[] = {{0, 0, 2, 0, 0, 0, 0, 0},
                         {1, 0, 2, 0, 0, 0, 0, 0},
                         {0, 1, 2, 0, 0, 0, 0, 0},
                         {1, 1, 2, 0, 1, 0, 0, 0}};
  const ks_wait waits[] = {{0, 2}};
  const ks_uint16 first[] = {0, 2, 4};
  const ks_table table = {2, 2, first, rows, waits};
  ksi_steps steps = {};
  ASSERT_TRUE(ksi_make_steps(&steps, &table, nullptr));
  EXPECT_EQ(Order(steps.first_before, steps.first_before + 5), (Order{0, 0, 1, 1, 3}));
  EXPECT_EQ(Order(steps.before, steps.before + 3), (Order{0, 2, 1}));
  EXPECT_EQ(Order(steps.first_after, steps.first_after + 5), (Order{0, 1, 2, 3, 3}));
  EXPECT_EQ(Order(steps.after, steps.after + 3), (Order{1, 3, 3}));
  const ksi_step step = ksi_step_at(&table, nullptr, 3);
  EXPECT_EQ(step.task, 1u);
  EXPECT_EQ(step.part, 1u);
  ksi_free_steps(&steps);
}

} // namespace
