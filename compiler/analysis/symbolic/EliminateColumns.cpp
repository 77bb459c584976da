#include "analysis/symbolic/EliminateColumns.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace kasuri {
namespace {

constexpr size_t mostRows = 200;                  ///< at any time
constexpr __int128 mostValue = __int128(1) << 62; ///< of a coefficient or constant

using Wide = std::vector<__int128>; ///< coefficients before they are divided

__int128 greatestDivisor(const Wide &coefficients) {
  __int128 divisor = 0;
  for (__int128 each : coefficients) {
    __int128 other = each < 0 ? -each : each;
    while (other != 0)
      divisor = std::exchange(other, divisor % other);
  }
  return divisor;
}

__int128 roundedDown(__int128 value, __int128 divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

bool fits(__int128 value) { return -mostValue < value && value < mostValue; }

class Elimination {
public:
  explicit Elimination(const PointSet &set) : columns(set.columns) {
    for (const PointSet::Row &row : set.required) {
      Wide coefficients(columns);
      int64_t constant = 0;
      for (const auto &[column, number] : row)
        if (column == PointSet::constant)
          constant = number;
        else
          coefficients[static_cast<size_t>(column)] = number;
      add(coefficients, constant);
    }
  }

  /// The byte that both touch is the last column: without it, there are equations of subscripts.
  bool provesEmpty() {
    for (size_t left = columns; left > 0 && !isFalse && rows.size() <= mostRows; --left)
      eliminate(left == columns ? columns - 1 : cheapest());
    return isFalse;
  }

private:
  using Coefficients = std::vector<int64_t>;
  using Row = std::pair<const Coefficients, int64_t>;

  size_t columns;
  std::map<Coefficients, int64_t> rows; ///< the constants; each row is at least 0
  std::vector<bool> isEliminated = std::vector<bool>(columns);
  bool isFalse = false; ///< a row without columns

  void add(const Wide &coefficients, __int128 constant) {
    const __int128 divisor = greatestDivisor(coefficients);
    if (divisor == 0) {
      isFalse |= constant < 0;
      return;
    }
    Coefficients narrow;
    for (__int128 each : coefficients) {
      if (!fits(each / divisor))
        return;
      narrow.push_back(static_cast<int64_t>(each / divisor));
    }
    constant = roundedDown(constant, divisor);
    if (!fits(constant))
      return;
    const auto least = static_cast<int64_t>(constant);
    const auto [known, isNew] = rows.try_emplace(std::move(narrow), least);
    known->second = std::min(known->second, least);
  }

  /// The column without which there are the fewest rows.
  size_t cheapest() const {
    size_t best = columns, fewest = 0;
    for (size_t column = 0; column < columns; ++column) {
      if (isEliminated[column])
        continue;
      const size_t made = rowsMade(column);
      if (best == columns || made < fewest)
        std::tie(best, fewest) = std::pair(column, made);
    }
    return best;
  }

  /// At most so many rows are left without the column; 0: an equation takes its place.
  size_t rowsMade(size_t column) const {
    size_t below = 0, above = 0;
    bool hasEquation = false;
    for (const Row &row : rows) {
      below += row.first[column] > 0 ? 1 : 0;
      above += row.first[column] < 0 ? 1 : 0;
      hasEquation = hasEquation || (row.first[column] > 0 && isEquation(row));
    }
    return hasEquation ? 0 : below * above + rows.size() - below - above;
  }

  static Row negativeOf(const Row &row) {
    Coefficients negative = row.first;
    for (int64_t &each : negative)
      each = -each;
    return {negative, -row.second};
  }

  /// Its negative is also a row.
  bool isEquation(const Row &row) const {
    const Row negative = negativeOf(row);
    const auto other = rows.find(negative.first);
    return other != rows.end() && other->second == negative.second;
  }

  /// An equation says of its columns what all rows with them say.
  void eliminate(size_t column) {
    std::vector<Row> below, above;
    for (const Row &row : rows)
      if (row.first[column] != 0)
        (row.first[column] > 0 ? below : above).push_back(row);
    const auto equation =
        std::find_if(below.begin(), below.end(), [&](const Row &row) { return isEquation(row); });
    const std::optional<Row> equal =
        equation == below.end() ? std::nullopt : std::optional(*equation);
    for (const auto *side : {&below, &above})
      for (const Row &row : *side)
        rows.erase(row.first);
    isEliminated[column] = true;
    if (equal)
      return substitute(*equal, below, above, column);
    for (size_t i = 0; i < below.size() && rows.size() <= mostRows; ++i)
      for (const Row &upper : above)
        combine(below[i], upper, column);
  }

  void substitute(const Row &equation, const std::vector<Row> &below, const std::vector<Row> &above,
                  size_t column) {
    const Row opposite = negativeOf(equation);
    for (const Row &lower : below)
      combine(lower, opposite, column);
    for (const Row &upper : above)
      combine(equation, upper, column);
  }

  /// A sum of both in which the column is 0.
  void combine(const Row &lower, const Row &upper, size_t column) {
    const __int128 ofLower = -__int128(upper.first[column]), ofUpper = lower.first[column];
    Wide sum(columns);
    for (size_t i = 0; i < columns; ++i)
      sum[i] = lower.first[i] * ofLower + upper.first[i] * ofUpper;
    add(sum, lower.second * ofLower + upper.second * ofUpper);
  }
};

} // namespace

bool isProvedEmpty(const PointSet &set) { return Elimination(set).provesEmpty(); }

} // namespace kasuri
