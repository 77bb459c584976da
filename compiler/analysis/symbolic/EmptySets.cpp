#include "analysis/symbolic/EmptySets.h"

#include "analysis/symbolic/EliminateColumns.h"

#include <isl/ctx.h>
#include <isl/mat.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace kasuri {
namespace {

using Row = PointSet::Row;
using Case = PointSet::Case;

constexpr size_t mostRemembered = 8'000'000; ///< numbers, of all sets

/// isl at work on one set.
class EmptinessTest {
public:
  EmptinessTest(const PointSet &set, isl_ctx *context) : set(set), context(context) {}

  bool isEmpty() { return isEmptyInCases(pointsOf(set.required), 0); }

private:
  const PointSet &set;
  isl_ctx *context;

  /// isl gets all of it at once: with each inequality added by itself, it would simplify all
  /// earlier ones again.
  isl_basic_set *pointsOf(const std::vector<Row> &rows) const {
    isl_mat *inequalities =
        isl_mat_alloc(context, static_cast<unsigned>(rows.size()), set.columns + 1);
    for (size_t number = 0; number < rows.size(); ++number) {
      for (unsigned column = 0; column <= set.columns; ++column)
        inequalities = isl_mat_set_element_si(inequalities, static_cast<int>(number),
                                              static_cast<int>(column), 0);
      for (const auto &[column, coefficient] : rows[number])
        inequalities = isl_mat_set_element_val(inequalities, static_cast<int>(number), column + 1,
                                               isl_val_int_from_si(context, coefficient));
    }
    return isl_basic_set_from_constraint_matrices(
        isl_space_set_alloc(context, 0, set.columns), isl_mat_alloc(context, 0, set.columns + 1),
        inequalities, isl_dim_cst, isl_dim_set, isl_dim_param, isl_dim_div);
  }

  /// In each combination of one case of each choice, from that choice on. Takes the points.
  bool isEmptyInCases(isl_basic_set *points, size_t choice) const {
    bool isEmpty = isl_basic_set_is_empty(points) == isl_bool_true;
    if (!isEmpty && choice < set.choices.size())
      isEmpty = std::all_of(
          set.choices[choice].begin(), set.choices[choice].end(), [&](const Case &each) {
            return isEmptyInCases(
                isl_basic_set_intersect(pointsOf(each), isl_basic_set_copy(points)), choice + 1);
          });
    isl_basic_set_free(points);
    return isEmpty;
  }
};

std::optional<bool> askIsl(const PointSet &set, uint64_t operations) {
  isl_ctx *context = isl_ctx_alloc();
  isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(context, operations);
  const bool isEmpty = EmptinessTest(set, context).isEmpty();
  const bool isDone = isl_ctx_last_error(context) != isl_error_quota;
  isl_ctx_free(context);
  return isDone ? std::optional(isEmpty) : std::nullopt;
}

void append(const std::vector<Row> &rows, std::vector<int64_t> &numbers) {
  numbers.push_back(static_cast<int64_t>(rows.size()));
  for (const Row &row : rows) {
    numbers.push_back(static_cast<int64_t>(row.size()));
    for (const auto &[column, coefficient] : row)
      numbers.insert(numbers.end(), {column, coefficient});
  }
}

/// Different for different sets.
std::vector<int64_t> numbersOf(const PointSet &set) {
  std::vector<int64_t> numbers = {static_cast<int64_t>(set.columns)};
  append(set.required, numbers);
  for (const std::vector<Case> &cases : set.choices) {
    numbers.push_back(static_cast<int64_t>(cases.size()));
    for (const Case &each : cases)
      append(each, numbers);
  }
  return numbers;
}

struct NumbersHash {
  size_t operator()(const std::vector<int64_t> &numbers) const {
    size_t hash = numbers.size();
    for (int64_t each : numbers)
      hash = (hash ^ hash >> 29 ^ static_cast<size_t>(each)) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
  }
};

/// What is known of each set.
struct Remembered {
  struct Answer {
    bool isEmpty = false, isTried = false;        ///< to be proved without isl
    uint64_t suffices = UINT64_MAX, isTooFew = 0; ///< operations
  };
  std::unordered_map<std::vector<int64_t>, Answer, NumbersHash> answers;
  size_t size = 0; ///< numbers in it

  Answer &of(const std::vector<int64_t> &numbers) {
    if (size > mostRemembered) {
      answers.clear();
      size = 0;
    }
    const auto [known, isNew] = answers.try_emplace(numbers);
    size += isNew ? numbers.size() : 0;
    return known->second;
  }
};

} // namespace

EmptySetQuestion::EmptySetQuestion(PointSet its) : set(std::move(its)), numbers(numbersOf(set)) {}

std::optional<bool> EmptySetQuestion::isEmpty(uint64_t operations) const {
  static thread_local Remembered remembered;
  Remembered::Answer &known = remembered.of(numbers);
  if (operations <= known.isTooFew)
    return std::nullopt;
  if (operations >= known.suffices)
    return known.isEmpty;
  if (!std::exchange(known.isTried, true) && isProvedEmpty(set)) {
    known.suffices = 0;
    known.isEmpty = true;
    return true;
  }
  const std::optional<bool> answer = askIsl(set, operations);
  if (answer) {
    known.suffices = operations;
    known.isEmpty = *answer;
  } else {
    known.isTooFew = operations;
  }
  return answer;
}

} // namespace kasuri
