// What must be so for an access to happen, as far as it can be told in front of a loop.
#pragma once

#include "analysis/support/Linear.h"
#include "model/Program.h"

#include <map>
#include <unordered_map>

namespace kasuri {

/// One outcome of a condition.
struct ConditionTest {
  /// Element: in some iteration of `loop` the number that it loads from a table has this outcome.
  enum class Kind : uint8_t { NotZero, Zero, NotNegative, Element } kind = Kind::NotZero;
  SymbolId pointer = {}; ///< what the pointer `pointer` + `value` is compared with null; invalid:
                         ///< `value` is a number
  Linear value = {};
  ValueId origin = {};     ///< the condition in the source, for messages
  bool isTrueThere = true; ///< and its outcome there
  // Element: the number is compared with `value`, or with a floating-point number.
  RegionId loop = {};
  size_t cell = 0; ///< of the number, in Effects::cells
  Relation relation = Relation::Less;
  std::optional<double> real = {};

  bool operator==(const ConditionTest &other) const { return !(*this < other) && !(other < *this); }
  bool operator<(const ConditionTest &other) const;
};

/// Any of these; none: never.
using Clause = std::vector<ConditionTest>;
/// All of these; none: nothing is known.
using Premise = std::vector<Clause>;
using PremiseId = Id<struct PremiseTag>; ///< invalid: nothing is known

/// What holds if both hold, or if one of them does.
Premise both(const Premise &a, const Premise &b);
Premise either(const Premise &a, const Premise &b);

/// Each premise once. A large program asks for the same few millions of times.
class PremiseTable {
public:
  PremiseId add(const Premise &premise);
  const Premise &operator[](PremiseId id) const { return id.valid() ? all[id.index()] : unknown; }
  PremiseId both(PremiseId a, PremiseId b);
  PremiseId either(PremiseId a, PremiseId b);

private:
  using Pair = std::pair<PremiseId, PremiseId>;
  Premise unknown;
  std::vector<Premise> all;
  std::unordered_multimap<size_t, PremiseId> byHash; ///< all of them
  std::map<Pair, PremiseId> ofBoth, ofEither;        ///< as far as it was asked
};

/// Tests that fail in front of a loop and as long as it runs.
using RefutedTests = std::vector<ConditionTest>;

/// It cannot hold, since all tests of one of its clauses fail.
bool isRefuted(const Premise &premise, const RefutedTests &refuted);

} // namespace kasuri
