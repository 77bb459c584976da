// Accesses seen from a region: the bytes they span once every symbol that changes inside is let
// free.
#pragma once

#include "analysis/symbolic/Accesses.h"

#include <functional>
#include <optional>

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

/// The same part of each element of an array, as a member of structs is: `bytes` from
/// first + distance * number on. What `first` holds was kept.
struct ElementPart {
  Linear first;
  int64_t bytes = 0, distance = 0; ///< elements' parts do not meet: bytes < distance
  int64_t count = 0; ///< the access is in one of so many elements, numbered from 0; 0: unknown
  int64_t moved = 0; ///< the number is so much more than the symbol
};

/// By a symbol that is the number but for a constant.
std::optional<ElementPart> partOfElements(const Effects &effects, const Access &access,
                                          SymbolId number,
                                          const std::function<bool(SymbolId)> &keep);

/// Symbols that may be the number of an element in which the access is made: of the largest
/// elements first.
std::vector<SymbolId> elementNumbers(const Effects &effects, const Access &access);

/// One access goes through a restrict parameter and the other does not, in one execution of its
/// function: they never touch the same byte if one of them writes.
bool isApartByRestrict(const Effects &effects, const Access &a, const Access &b);

/// Bytes to count from each of the access's locations.
uint64_t reachOf(const Access &access);

} // namespace kasuri
