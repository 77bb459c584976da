// Guards that fail whenever the loop has two or more iterations.
//
//     for (i = 0; i < n; i++)            an iteration touches at most [0, 16 n - 8) from 16 i on:
//       for (j = i + 1; j < n; j++)      16 n - 8 <= 16 would have to hold, but of two iterations
//         b[i].f += g(), b[j].f -= g();  the second has i = 1, so that n - 2 >= 0
//
// What is known in front of a loop are numbers that are not negative: what the loop's tests say of
// its second and of its last iteration, the conditions that it is under, what guards in front of
// this one have tested, unsigned numbers. A number is surely positive if it is the sum of multiples
// of those and of a positive constant. A test fails if the opposite of each of its inequalities is
// a number that is surely positive. What is not found to fail stays a guard.
#pragma once

#include "analysis/guard/Guards.h"
#include "model/Program.h"

namespace kasuri {

class LoopStart {
public:
  explicit LoopStart(const Program &program) : program(program) {}

  /// The number is 0 or more.
  void addNotNegative(const GuardValue &value);

  bool surelyFails(const Guard::Test &test) const;
  bool surelyFails(const Guard &guard) const;

private:
  /// A sum of multiples of numbers that are no sums.
  struct Terms {
    std::vector<std::pair<GuardValue, int64_t>> terms; ///< each once, none 0 times
    int64_t constant = 0;

    bool add(const GuardValue &value, int64_t factor);
    bool add(const Terms &other, int64_t factor);
  };
  struct Part {
    const GuardValue *value;
    int64_t factor;
  };

  const Program &program;
  std::vector<Terms> facts; ///< each >= 0

  bool isPositive(const GuardValue &value) const;
  bool isPositive(std::vector<Part> parts, Terms terms, unsigned &steps) const;
  bool isPositive(const Terms &terms, unsigned &steps) const;
  std::optional<int64_t> leastOf(const GuardValue &term) const;
};

} // namespace kasuri
