// The orders in which `kasuri verify` runs the steps of layers, on one thread.
//
// Threads that do not meet hide a wrong order. So each parallel version is also linked to a runtime
// that runs every layer on one thread (runtime/orders), in the order that KASURI_ORDER asks for.
// What that runtime says of its layers after the first run tells how many orders there are to run.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kasuri {

/// What a run in some order has said (KASURI_ORDER_REPORT).
struct OrderReport {
  unsigned layers = 0;   ///< that ran
  unsigned orders = 0;   ///< of the layer that has most; 0: no layer ran
  bool isSample = false; ///< a layer has too many steps to run each two of them in both orders
};

OrderReport readOrderReport(llvm::StringRef text);

/// Values of KASURI_ORDER, the first being "0": the first `most` of the orders that there are, then
/// random ones by consecutive seeds.
std::vector<std::string> ordersToRun(const OrderReport &report, unsigned most, uint64_t seed);

} // namespace kasuri
