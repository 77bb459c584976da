// How long one analysis may take, counted so that each run gives up at the same place.
//
// A step is an operation of isl on a small set, or a pair of accesses that is compared. An
// operation on a large set is several, since it takes as much longer. Each analysis has a budget
// of its own: the symbolic walk over a function, the verdict on a loop, the dependences in a
// sequence, each way to split a loop, the distance of two loops. Its questions draw on that, and
// when nothing is left, all that remain are answered conservatively. So what one analysis finds
// does not depend on which others came before it. A single question gets no more than its share, so
// that a hard one leaves enough for the others.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kasuri {

constexpr uint64_t defaultAnalysisBudget = 20'000'000; ///< steps of one analysis

/// The most statements and expressions of a function that is analysed at all: 178,885 for the
/// default, which is some 10,000 lines. About one in forty is an access that all others are
/// compared with.
inline size_t maxPartsWithin(uint64_t steps) {
  return static_cast<size_t>(40 * std::sqrt(static_cast<double>(steps)));
}

class Budget {
public:
  explicit Budget(uint64_t steps) : total(steps), rest(steps) {}

  uint64_t steps() const { return total; }
  uint64_t left() const { return rest; }
  /// The most that one question may take.
  uint64_t share() const { return std::min(rest, std::max<uint64_t>(1, total / 100)); }
  void spend(uint64_t steps) { rest -= std::min(rest, steps); }

  /// Notes that a question got a conservative answer.
  void giveUp() { gaveUp = true; }
  /// True if there is nothing left to answer the next question with, which gets a conservative one.
  bool refuses() {
    gaveUp |= rest == 0;
    return rest == 0;
  }
  void startAnew() { gaveUp = false; }
  bool hasGivenUp() const { return gaveUp; } ///< since startAnew

private:
  uint64_t total, rest;
  bool gaveUp = false;
};

} // namespace kasuri
