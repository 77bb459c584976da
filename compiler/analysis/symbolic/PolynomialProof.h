// A search for a proof that a polynomial over symbols is never negative.
//
//     n d + j' - j - 1    with 0 <= j < n, 0 <= j' and d >= 1:
//                         >= n d + 0 - (n - 1) - 1 = n d - n >= n - n = 0
//
// Each step replaces a symbol by one of its bounds, in the direction that makes the polynomial
// smaller: the factor of the symbol must have a known sign, which is a question of the same kind.
// Bounds come from ranges and from facts that the caller has. The search gives up after some steps.
// Short proofs are looked for first, since a symbol that is replaced by the wrong bound costs many
// steps.
//
// Source: the range test of W. Blume and R. Eigenmann (1994), with proofs in place of monotony.
#pragma once

#include "analysis/symbolic/Conflicts.h"
#include "analysis/symbolic/Polynomial.h"

#include <optional>
#include <set>

namespace kasuri {

class PolynomialProof {
public:
  PolynomialProof(const Effects &effects, const Viewpoint &view) : effects(effects), view(view) {}
  virtual ~PolynomialProof() = default;

  /// What holds where the access is made: the domains of counters in its offset, and conditions.
  void learnFrom(const Access &access);
  bool isNeverNegative(const Linear &value);

protected:
  const Effects &effects;
  const Viewpoint &view;
  std::vector<Polynomial> facts; ///< each >= 0

  /// A symbol that stands for others.
  virtual std::optional<Polynomial> replacementOf(SymbolId, int) const { return std::nullopt; }
  /// The number is 0 or more, for that side.
  void learn(const Linear &fact, int side);
  void learn(SymbolId symbol, int side);
  Polynomial expand(const Linear &value, int side);
  bool isAtLeast(const Polynomial &value, uint64_t least);

private:
  static constexpr int maxSteps = 12000; ///< for one pair of accesses

  /// Of the search for one proof: short ones are looked for first, and there with other symbols,
  /// too, than the first one that can be replaced.
  struct Round {
    int deepest, symbols, steps;
  };

  std::set<Factor> learned;
  int left = maxSteps; ///< steps for all that is to come
  int steps = 0;       ///< of the round
  Round round = {};

  Polynomial expand(SymbolId symbol, int side);
  bool isPart(Factor factor) const;
  Range rangeOf(Factor factor) const;
  bool isExhausted() const { return steps <= 0; } ///< no more proof is found
  bool isPlainlyNotNegative(const Polynomial &value) const;
  int stepsBeyond(const Polynomial &value) const;
  bool isNeverNegativeAsWhole(const Polynomial &value, int depth);
  bool isNeverNegative(const Polynomial &value, int depth);
  bool isNeverNegativeAtEnd(Factor factor, const Polynomial &quotient, const Polynomial &rest,
                            bool grows, int depth);
  bool isNeverNegativeBy(const Polynomial &fact, Factor factor, const Polynomial &quotient,
                         const Polynomial &rest, bool needsLower, int depth);
};

/// It has products of symbols, or quotients of such.
bool hasProduct(const Effects &effects, const Linear &value);

} // namespace kasuri
