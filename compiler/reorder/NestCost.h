// What an iteration of a statement costs, by the loop that is innermost: accesses that are not
// fixed in it, those with a large stride more than those of neighbors, and whether vectors or
// chains of dependent operations compute it. Unrolled loops divide the cost of what is fixed in
// them.
#pragma once

#include "analysis/affine/AffineNest.h"

namespace kasuri {

/// That iterations of an outermost loop go through: fewer stay in a core's cache.
constexpr int64_t leastBytes = 1 << 20;

enum class Stride : uint8_t { Fixed, Neighbor, Far };

/// How an access moves with the loop.
Stride strideOf(const AffineNest &nest, const AffineAccess &access, size_t loop);

/// Iterations of the loop with the statement, where they are always as many.
std::optional<int64_t> fixedTrips(const AffineNest &nest, const AffineStatement &statement,
                                  size_t loop);

/// In cycles; `isChain`: iterations depend on each other. `unrolled`: how often, by loop.
double costOf(const AffineNest &nest, size_t statement, size_t innermost, bool isChain,
              const std::map<size_t, int> &unrolled);

} // namespace kasuri
