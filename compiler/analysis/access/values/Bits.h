// Operations on the bits of numbers, as sums.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// An operation on bits as a sum, for numbers that are not negative and constants that fit.
std::optional<Linear> evaluateBits(WalkContext &walk, const Instruction &value,
                                   const SymbolicValue &a, const SymbolicValue &b);

/// i << s is i times 1 << s; shifting signed numbers does not overflow.
std::optional<Linear> evaluateShift(WalkContext &walk, ValueId id, const Instruction &value,
                                    const SymbolicValue &a, const SymbolicValue &b);

/// An unsigned number shifted down, of which only its size is known.
SymbolicValue upperBits(WalkContext &walk, ValueId id, int64_t bits, RegionId variantLoop);

/// Where the facts say that two numbers have no bit in common, adds what follows for their sum: it
/// is the one ^ the other, and the one | the other. Each fact is >= 0.
void addBitFacts(WalkContext &walk, std::vector<Linear> &facts);

} // namespace kasuri
