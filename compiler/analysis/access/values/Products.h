// Products, quotients and remainders as sums over symbols.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// As a sum over products of symbols; nothing when that is too long.
std::optional<Linear> multiply(WalkContext &walk, const Linear &a, const Linear &b);

/// Multiplies what counters are multiplied by with how often their loops run, too: rows of w bytes
/// end at h * w (Coverage.h). Fills FunctionAccesses::products.
void multiplyTripCounts(WalkContext &walk);

/// value / divisor, with the ends of what is rounded off where that is not negative.
SymbolId quotient(WalkContext &walk, ValueId id, const Linear &value, int64_t divisor,
                  RegionId variantLoop);

/// value % divisor for what is not negative. (Its equation is doubled: for its ends the range says
/// more.)
SymbolicValue remainder(WalkContext &walk, ValueId id, const Linear &value, int64_t divisor,
                        RegionId variantLoop);

/// value modulo divisor, for a number of any sign: from 0 to divisor - 1.
std::optional<Linear> modulo(WalkContext &walk, const Linear &value, int64_t divisor,
                             RegionId variantLoop);

/// The quotient of a number that the divisor divides whatever its symbols are, as 2 divides i (i +
/// 1); nothing for others.
std::optional<SymbolId> wholeQuotient(WalkContext &walk, ValueId id, const Linear &value,
                                      int64_t divisor, RegionId variantLoop);

/// value = whole * power + rest with 0 <= rest < power, for a number of any sign; nothing if the
/// product is too long.
struct Parts {
  SymbolId whole, rest;
};
std::optional<Parts> partsByPower(WalkContext &walk, const Linear &value, SymbolId power,
                                  RegionId variantLoop);

/// What `%` leaves of a number of any sign: it has the sign of that number.
void learnSignedRemainder(WalkContext &walk, const SymbolicValue &rest, const Linear &value,
                          int64_t divisor);

/// What is left of a number that is not negative, by one that is positive wherever the first one's
/// symbols are in use: `(y + dy + h) % h` for y from 0 to h - 1.
void learnRemainder(WalkContext &walk, const SymbolicValue &rest, const Linear &value,
                    const Linear &divisor);

/// A number of which no more is known than what it is computed from: the same for the same numbers.
SymbolicValue functionOf(WalkContext &walk, ValueId id, const Instruction &value,
                         const SymbolicValue &a, const SymbolicValue &b);

} // namespace kasuri
