// Which orders `kasuri verify` runs, by what the first run says of its layers.
#include "driver/verify/Orders.h"

#include "gtest/gtest.h"

namespace kasuri {
namespace {

using Orders = std::vector<std::string>;

TEST(OrderReport, HasTheLayerWithMostOrders) {
  const OrderReport report =
      readOrderReport("2 4 0 main@a.c:7\n9 40 0 a layer@b.c:8\n3 3 0 f@c.c:1\n");
  EXPECT_EQ(report.layers, 3u);
  EXPECT_EQ(report.orders, 9u);
  EXPECT_FALSE(report.isSample);
  EXPECT_TRUE(readOrderReport("2 4 0 f@a.c:1\n18 5000 1 g@a.c:2\n").isSample);
}

TEST(OrderReport, OfNoLayerOrOfHalfALineIsEmpty) {
  EXPECT_EQ(readOrderReport("").orders, 0u);
  EXPECT_EQ(readOrderReport("7 4").layers, 0u);
}

TEST(OrdersToRun, AreAllAndTwoRandomOnes) {
  EXPECT_EQ(ordersToRun({.layers = 1, .orders = 3}, 16, 5),
            (Orders{"0", "1", "2", "random:5", "random:6"}));
}

TEST(OrdersToRun, AreNoMoreThanWanted) {
  EXPECT_EQ(ordersToRun({.layers = 1, .orders = 40}, 2, 1),
            (Orders{"0", "1", "random:1", "random:2"}));
}

TEST(OrdersToRun, AreOneWhereTasksHaveOneOrder) {
  EXPECT_EQ(ordersToRun({.layers = 1, .orders = 1}, 16, 1), (Orders{"0"}));
  EXPECT_EQ(ordersToRun({}, 16, 1), (Orders{"0"}));
}

} // namespace
} // namespace kasuri
