// Do two accesses meet, in different iterations of a loop or in two statements of one sequence?
#pragma once

#include "analysis/support/Budget.h"
#include "analysis/symbolic/Accesses.h"

#include <functional>
#include <optional>

namespace kasuri {

/// Of accesses `a` and `b` in iterations of two loops, or of one: only where the number that counts
/// those of `b` is larger by at least so many.
struct Lead {
  SymbolId ofA, ofB; ///< counters
  int64_t least = 1;
};

/// Of accesses `a` and `b` in iterations of one loop: only where the column of `a` is ahead of that
/// of `b` by more than `slope` for each iteration between the two.
struct Skew {
  Linear ofA, ofB; ///< columns, each in the symbols of its side
  int64_t slope = 0;

  bool operator==(const Skew &) const = default;
};

/// From where two accesses are compared.
struct Viewpoint {
  RegionId loop;    ///< across its iterations; invalid: within one execution of the parts
  SymbolId counter; ///< the loop's counter
  std::function<bool(SymbolId)> isShared; ///< the symbol has one value for both accesses
  std::optional<Lead> ofSiblings = {}; ///< without a loop: across iterations of two in a sequence
  std::optional<Skew> skew = {};       ///< with a loop, whose counter is known

  std::optional<Lead> lead() const { return loop.valid() ? Lead{counter, counter} : ofSiblings; }
};

/// The exact test by integer sets: is there an execution where `a` and `b` touch the same byte, `a`
/// in an earlier iteration than `b`, or as far apart as the viewpoint says? True when the budget is
/// exhausted.
bool mayMeet(const Effects &effects, Budget &budget, const Viewpoint &view, const Access &a,
             const Access &b);

/// Is the value 0 or more wherever the ranges and domains of its symbols, and of those in
/// `context`, hold? False when the budget is exhausted.
bool isNeverNegative(const Effects &effects, Budget &budget, const Linear &value,
                     const Linear &context = {});

/// Across the iterations of `loop`: what is fixed outside it is shared.
Viewpoint acrossIterations(const Program &program, const Effects &effects, FunctionId function,
                           RegionId loop);

/// Within one execution of a sequence: what is fixed in its innermost loop's iteration is shared.
Viewpoint withinSequence(const Program &program, const Effects &effects, FunctionId function,
                         RegionId sequence);

} // namespace kasuri
