// Will a test that iterations are independent surely fail?
//
//     for (i = 1; i < n; i++)
//       for (j = 1; j < m - 1; j++)
//         b[i * m + j] = b[(i - 1) * m + j + 1];      rows do not overlap if n or m is tiny
//
// The place of an access is a polynomial of the two counters and of what both iterations share. A
// row later, and some columns earlier or later, the one access comes to the bytes of the other: the
// polynomials are the same then. This says nothing about what is right, only which of two right
// ways is better: so accesses that are not made each time count as well.
#include "analysis/wavefront/SurelyCarried.h"

#include "analysis/symbolic/Conflicts.h"
#include "analysis/symbolic/Polynomial.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr int64_t shortestRow =
    64; ///< columns; of shorter ones, a row may well be all that is used
constexpr int64_t mostRows = 4, mostColumns = 8; ///< between two iterations

class CarriedFinder {
public:
  CarriedFinder(const AnalysedProgram &analysed, RegionId loop, RegionId columns)
      : analysed(analysed), program(analysed.program), effects(analysed.effects), loop(loop),
        columns(columns), known(effects.functions[program[loop].function.index()]),
        view(acrossIterations(program, effects, program[loop].function, loop)) {}

  std::optional<Obstacle> find() const {
    const std::vector<Access> all = accesses();
    for (const Access &write : all)
      for (const Access &other : all)
        if (write.isWrite && write.base == other.base && meetsLater(write, other))
          return Obstacle{other.isWrite ? ObstacleKind::CarriedOutput : ObstacleKind::CarriedFlow,
                          subjectOf(program, write), "", program[write.origin].location,
                          program[other.origin].location};
    return std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const Effects &effects;
  RegionId loop, columns;
  const FunctionAccesses &known;
  Viewpoint view;

  /// Loads and stores of the columns, at known places behind what stays the same.
  std::vector<Access> accesses() const {
    std::vector<Access> found;
    for (ValueId value : valuesWithin(program, program[columns].children[0]))
      for (const Access &access : known.accessesAt(value)) {
        const bool isFixed =
            access.base.kind == Base::Kind::Object
                ? !analysed.pointsTo.isSpecial(access.base.object) &&
                      program[access.base.object].type.kind == ValueType::Kind::Aggregate
                : access.base.kind == Base::Kind::Symbol && view.isShared(access.base.symbol);
        if (isFixed && access.size != 0 && !access.isOpaque && isOfCounters(access.offset))
          found.push_back(access);
      }
    return found;
  }

  /// Of the two, and what stays the same.
  bool isOfCounters(const Linear &place) const {
    auto isOne = [&](SymbolId symbol) {
      return symbol == known.counters.at(loop) || symbol == known.counters.at(columns) ||
             view.isShared(symbol);
    };
    return std::all_of(place.terms().begin(), place.terms().end(), [&](const auto &term) {
      const std::vector<SymbolId> &factors = effects[term.first].factors;
      return factors.empty() ? isOne(term.first)
                             : std::all_of(factors.begin(), factors.end(), isOne);
    });
  }

  Polynomial expand(SymbolId symbol) const {
    if (effects[symbol].factors.empty())
      return Polynomial(Factor{symbol, 0});
    Polynomial result(1);
    for (SymbolId factor : effects[symbol].factors)
      result = result.times(expand(factor));
    return result;
  }

  Polynomial expand(const Linear &value) const {
    Polynomial result(value.constant());
    for (const auto &[symbol, coefficient] : value.terms())
      result.add(expand(symbol), coefficient);
    return result;
  }

  static std::optional<int64_t> numberOf(const Polynomial &value) {
    if (!value.isExact() || value.terms().size() > 1)
      return std::nullopt;
    if (value.terms().empty())
      return 0;
    const auto &[monomial, number] = *value.terms().begin();
    return monomial.empty() ? std::optional(number) : std::nullopt;
  }

  /// In an iteration some rows later, `b` touches what `a` does.
  bool meetsLater(const Access &a, const Access &b) const {
    const Factor row{known.counters.at(loop), 0}, column{known.counters.at(columns), 0};
    const Polynomial first = expand(a.offset), second = expand(b.offset);
    Polynomial perColumn, perRow, besideColumn, besideRow;
    if (!second.divide(column, perColumn, besideColumn) || !second.divide(row, perRow, besideRow))
      return false;
    const std::optional<int64_t> stride = numberOf(perColumn), pitch = numberOf(perRow);
    if (stride && pitch && *pitch != 0 && std::abs(*pitch) < shortestRow * std::abs(*stride))
      return false;
    for (int64_t rows = 1; stride && *stride != 0 && rows <= mostRows; ++rows) {
      Polynomial gap = second.with(row, Polynomial(row).add(Polynomial(rows)));
      gap.add(first, -1);
      const std::optional<int64_t> bytes = numberOf(gap);
      if (bytes && *bytes % *stride == 0 && std::abs(*bytes / *stride) <= mostColumns)
        return true;
    }
    return false;
  }
};

} // namespace

std::optional<Obstacle> findSurelyCarried(const AnalysedProgram &analysed, RegionId loop,
                                          RegionId columns) {
  return CarriedFinder(analysed, loop, columns).find();
}

} // namespace kasuri
