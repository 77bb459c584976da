// Has a set of integer points none? A question of numbers alone, for which isl is asked once.
//
//     for (r...) line[r][c] = ..;     each version of a loop, each copy of its function, each other
//                                     access of the same shape: the same inequalities
//
// isl counts the operations that it takes, always the same for the same numbers, and gives up when
// there are no more. So an answer is known for every number of operations that is not less than one
// that has sufficed, and there is none for those that are not more than one that has not. What is
// remembered is exactly what isl would say again: no answer depends on who asked before.
//
// Many sets are empty for a reason that takes isl long, but not an elimination of their columns
// (EliminateColumns.h). That is tried first, counts as no operations, and also depends on nothing
// but the numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace kasuri {

/// The points with these inequalities, and with one of the cases of each choice.
struct PointSet {
  static constexpr int constant = -1;
  using Row = std::map<int, int64_t>; ///< column -> coefficient, `constant`: the constant; >= 0
  using Case = std::vector<Row>;

  unsigned columns = 0;
  std::vector<Row> required = {};
  std::vector<std::vector<Case>> choices = {};
};

/// Questions about one set, with more and more operations.
class EmptySetQuestion {
public:
  explicit EmptySetQuestion(PointSet set);

  /// The answer, if so many operations suffice for it.
  std::optional<bool> isEmpty(uint64_t operations) const;

private:
  PointSet set;
  std::vector<int64_t> numbers; ///< all of the set
};

} // namespace kasuri
