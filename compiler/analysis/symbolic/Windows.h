// Accesses seen from a region: the bytes they span once every symbol that changes inside is let
// free.
#pragma once

#include "analysis/symbolic/Accesses.h"

#include <functional>

namespace kasuri {

/// Bytes [fixed + low, fixed + high); `fixed` holds only symbols that were kept.
struct Window {
  bool isKnown = false;
  bool isExact = false; ///< nothing was freed: these bytes and no others
  Linear fixed;
  int64_t low = 0, high = 0;
};

Window windowOf(const Effects &effects, const Access &access,
                const std::function<bool(SymbolId)> &keep);

/// One access goes through a restrict parameter and the other does not, in one execution of its
/// function: they never touch the same byte if one of them writes.
bool isApartByRestrict(const Effects &effects, const Access &a, const Access &b);

/// Bytes to count from each of the access's locations.
uint64_t reachOf(const Access &access);

} // namespace kasuri
