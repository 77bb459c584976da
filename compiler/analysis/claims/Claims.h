// What the analysis says of every loop's iterations, in full: for a test that watches a run and
// holds each conflict between two iterations against it (ks-oracle).
#pragma once

#include "analysis/support/Assumptions.h"
#include "model/Program.h"

#include <utility>
#include <vector>

namespace kasuri {

/// Reads or writes at one place of the source: by a Load, a Store or a library's Call, maybe in a
/// function that the loop calls.
struct ClaimedAccess {
  ValueId origin;
  bool isWrite = false;
  auto operator<=>(const ClaimedAccess &) const = default;
};

/// Accesses of a loop that look alike to the analysis.
struct ClaimGroup {
  enum class Kind : uint8_t {
    Memory,  ///< conflicts with the groups that it meets
    Private, ///< to a copy of its own in each iteration: no iteration sees another's value
    Ordered  ///< to a reduction, an induction variable or a variable that the loop carries
  } kind = Kind::Memory;
  bool isUnknownCode = false; ///< stands for accesses anywhere in functions that may be called
  std::vector<ClaimedAccess> accesses = {}; ///< sorted, each once
};

struct LoopClaims {
  RegionId loop;
  bool isParallel = false;
  bool isGuarded = false;   ///< it is parallel if tests in front of it say so
  bool isIrregular = false; ///< jumps around it are not followed: nothing is claimed
  std::vector<ClaimGroup> groups;
  /// Indices of Memory groups: the first, in an earlier iteration, may touch what the second does.
  std::vector<std::pair<size_t, size_t>> meetings;
};

/// By source order of the loops. `steps`: of each loop's budget.
std::vector<LoopClaims> findClaims(const Program &program, uint64_t steps,
                                   const Assumptions &assumptions = {});

} // namespace kasuri
