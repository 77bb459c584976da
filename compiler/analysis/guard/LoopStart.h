// Guards that fail whenever the loop has two or more iterations and does what they are about, and
// guards that hold whenever the loop has an iteration.
//
//     for (i = 0; i < n; i++)            an iteration touches at most [0, 16 n - 8) from 16 i on:
//       for (j = i + 1; j < n; j++)      16 n - 8 <= 16 would have to hold, but of two iterations
//         b[i].f += g(), b[j].f -= g();  the second has i = 1, so that n - 2 >= 0
//
// What is known in front of a loop are numbers that are not negative: what the loop's tests say of
// its second and of its last iteration, and those of inner loops of theirs, the conditions that it
// is under, what guards in front of this one have tested, unsigned numbers. A number is surely
// positive if it is the sum of multiples of those, of their products, and of a positive constant. A
// test fails if the opposite of each of its inequalities is a number that is surely positive. Two
// guards exclude each other if one fails wherever the other one holds. What is not found to fail
// stays a guard.
//
//     if (n <= w)
//       for (y = 0; y < h; y++)          4 n <= 4 w holds, so that rows are apart without a test
//         for (x = 0; x < n; x++)
//           a[y * w + x] = 0;
//
// A guard that surely holds is left out, and so is one that holds in all ways in which
// another guard may: each of its inequalities, or that one of its ranges has no byte, then follows.
// For that the loop is only known to have one iteration, because a guard may be about two accesses
// of one iteration, and nothing is known of its inner loops, because it may be about several of
// them. The numbers are mathematical ones, as in the accesses' offsets; those that may wrap around
// in the source must surely not, by `exact`. So nothing is left out that the program's own test,
// which fails where a number overflows, would have to find out.
#pragma once

#include "analysis/guard/Guards.h"
#include "analysis/guard/SumOfProducts.h"
#include "model/Program.h"

#include <functional>
#include <map>
#include <span>

namespace kasuri {

class LoopStart {
public:
  /// `leastLast`: of the loop's last iteration; 0 or 1.
  LoopStart(const Program &program, int64_t leastLast) : program(program), leastLast(leastLast) {}

  /// The number is 0 or more.
  void addNotNegative(const GuardValue &value);
  /// The variable holds that address. The first one that is said of a variable counts.
  void setAddress(ObjectId variable, const GuardValue &address);
  /// The last iteration's number.
  void setLastIteration(const GuardValue &value);

  bool surelyFails(const Guard::Test &test);
  bool surelyFails(const Guard &guard);
  /// One of them fails.
  bool surelyFail(std::span<const Guard> guards) const;

  bool surelyHolds(const Guard &guard);
  /// Wherever the other one does.
  bool surelyHoldsWith(const Guard &guard, const Guard &other) const;

private:
  using Terms = SumOfProducts<uint32_t>; ///< of indexes into `atoms`
  struct Part {
    const GuardValue *value;
    int64_t factor;
  };
  struct Effort {
    unsigned steps = 0, depth = 0;
  };

  const Program &program;
  int64_t leastLast;
  std::map<ObjectId, GuardValue> addresses; ///< without any of these variables
  std::vector<GuardValue> atoms;            ///< what is neither a sum nor a product
  std::vector<Terms> facts;                 ///< each >= 0
  std::optional<Terms> last = {};           ///< the last iteration, where that is known

  GuardValue withAddresses(const GuardValue &value) const;
  std::optional<Terms> termsOf(const GuardValue &value);
  Terms atomOf(const GuardValue &value);
  void learn(const GuardValue &atom, const Terms &number);
  void learnQuotient(const GuardValue &quotient, const Terms &number);
  void addNotNegative(std::optional<Terms> number, int64_t factor, const Terms &other,
                      int64_t otherFactor, int64_t constant);
  bool surelyHolds(const Guard::Test &test);
  bool areExact(const Guard &guard);
  void addExact(const Guard &guard);

  bool isPositive(const GuardValue &value);
  bool isLess(const GuardValue &less, const GuardValue &more);
  bool isPositive(std::vector<Part> parts, Terms terms, Effort &effort);
  bool isPositive(const Terms &terms, Effort &effort) const;
  bool anyNotNegative(const Terms::Monomial &monomial, bool isNegative, Effort &effort,
                      const std::function<bool(const Terms &)> &isWanted) const;
};

} // namespace kasuri
