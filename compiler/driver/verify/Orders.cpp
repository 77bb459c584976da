#include "driver/verify/Orders.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace kasuri {

constexpr unsigned randomOrders = 2;

OrderReport readOrderReport(llvm::StringRef text) {
  OrderReport report;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    llvm::SmallVector<llvm::StringRef, 4> words; // orders, steps, sample, name
    line.split(words, ' ', /*MaxSplit=*/3);
    unsigned orders = 0;
    if (words.size() < 4 || words[0].getAsInteger(10, orders))
      continue;
    ++report.layers;
    report.orders = std::max(report.orders, orders);
    report.isSample |= words[2] == "1";
  }
  return report;
}

std::vector<std::string> ordersToRun(const OrderReport &report, unsigned most, uint64_t seed) {
  std::vector<std::string> orders = {"0"};
  for (unsigned i = 1; i < std::min(report.orders, most); ++i)
    orders.push_back(std::to_string(i));
  for (unsigned i = 0; i < randomOrders && report.orders > 1; ++i)
    orders.push_back("random:" + std::to_string(seed + i));
  return orders;
}

} // namespace kasuri
