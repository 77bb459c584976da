// Answers that were given about pairs of accesses in iterations of one loop.
//
//     for (i...) { t[..] = ..; u[..] = ..; }      is t private? then all other pairs once more
//
// A loop is judged again and again: with one more private array, with a guard, with another reach
// of a wavefront. Most pairs of its accesses are the same each time, and each is a search for a
// proof and a test of integer sets. So each is decided once for as long as that loop is looked at.
//
// The answer depends on the two accesses and on the viewpoint: the loop and the skew. It is that of
// a decision that took what it takes again from the budget; where the budget would not allow that,
// or had not allowed it then, the pair is decided anew. So no answer depends on who asked before.
#pragma once

#include "analysis/symbolic/Conflicts.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <tuple>
#include <vector>

namespace kasuri {

class MeetTable {
public:
  /// `decide`: whether the accesses may meet from this viewpoint, across the iterations of its loop
  /// (acrossIterations), of one program; no fact but these decides. All of it is forgotten when
  /// another loop comes.
  bool mayMeet(const Viewpoint &view, const Access &a, const Access &b, Budget &budget,
               llvm::function_ref<bool()> decide);

private:
  struct Answer {
    bool mayMeet = true;
    uint64_t steps = 0; ///< of the budget
  };
  /// Some of what tells accesses apart.
  using Mark = std::tuple<ValueId, ValueId, uint64_t, int64_t>;

  RegionId loop;
  std::vector<Skew> skews;
  std::vector<Access> accesses;
  std::map<Mark, std::vector<size_t>> numbers; ///< in `accesses`
  /// By number of the skew (0: none, else one more than in `skews`) and of both accesses.
  std::map<std::tuple<size_t, size_t, size_t>, Answer> answers;

  size_t numberOf(const std::optional<Skew> &skew);
  size_t numberOf(const Access &access);
};

} // namespace kasuri
