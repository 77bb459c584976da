// The orders in which `kasuri verify` runs the steps of layers, on one thread.
//
// Threads that do not meet hide a wrong order. So each parallel version is also linked with a
// runtime that runs every layer on one thread (runtime/tools/orders), in the order that
// KASURI_ORDER requests. The report of that runtime after the first run determines how many orders
// to run.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kasuri {

/// The report of a run in some order (KASURI_ORDER_REPORT).
struct OrderReport {
  unsigned layers = 0;   ///< that ran
  unsigned orders = 0;   ///< of the layer with the most; 0: no layer ran
  bool isSample = false; ///< a layer has too many steps to run each two of them in both orders
};

OrderReport readOrderReport(llvm::StringRef text);

/// Values of KASURI_ORDER, starting with "0": the first `most` of the existing orders, then random
/// ones with consecutive seeds.
std::vector<std::string> ordersToRun(const OrderReport &report, unsigned most, uint64_t seed);

} // namespace kasuri
