#include "analysis/affine/RowEntries.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

bool isFixedIn(const AnalysedProgram &analysed, RegionId nest, const Base &base) {
  return base.kind == Base::Kind::Object ||
         (base.kind == Base::Kind::Symbol &&
          !variesIn(analysed.program, analysed.effects[base.symbol], nest));
}

const Access *rowEntryOf(const AnalysedProgram &analysed, RegionId nest, const Access &access) {
  const Program &program = analysed.program;
  const Effects &effects = analysed.effects;
  if (access.base.kind != Base::Kind::Symbol)
    return nullptr;
  const Symbol &pointer = effects[access.base.symbol];
  if (pointer.cell == noCell || pointer.function != program[nest].function)
    return nullptr;
  const Access &cell = effects.cells[pointer.cell];
  const Instruction &load = program[cell.origin];
  const bool isLoaded = load.op == Op::Load && load.type.kind == ValueType::Kind::Pointer &&
                        load.type.size == cell.size &&
                        contains(program, nest, program[cell.at].block);
  return isLoaded && isFixedIn(analysed, nest, cell.base) ? &cell : nullptr;
}

namespace {

class RowJoiner {
public:
  RowJoiner(const Program &program, AffineNest &nest) : program(program), nest(nest) {}

  /// False if the nest writes rows that it cannot test.
  bool join(const FoundRows &rows) {
    const auto first = std::find_if(known.begin(), known.end(), [&](const FoundRows &each) {
      return each.table && each.table == rows.table;
    });
    const size_t number = first == known.end() ? rows.array : first->array;
    numbers[rows.array] = number;
    if (first == known.end()) {
      known.push_back(rows);
      return true;
    }
    if (isAlike(nest.arrays[number], nest.arrays[rows.array])) {
      move(rows.array, number);
      return true;
    }
    return !nest.isWritten(number) && !nest.isWritten(rows.array);
  }

  /// Those that are written are to be apart; false if that cannot be tested.
  bool test() {
    for (const FoundRows &each : known) {
      AffineArray &array = nest.arrays[each.array];
      if (each.table && array.dimensions > 1 && isSurelyRead(each.array)) {
        array.isOfRows = true;
        array.address = *each.table;
        array.guard = each.guard;
      }
      if (!nest.isWritten(each.array))
        continue;
      if (!array.isOfRows)
        return false;
      nest.rowsApart.insert(each.array);
    }
    return true;
  }

  std::map<size_t, size_t> numbers; ///< of arrays

private:
  const Program &program;
  AffineNest &nest;
  std::vector<FoundRows> known; ///< one for each array

  static bool isAlike(const AffineArray &a, const AffineArray &b) {
    return a.dimensions > 1 && a.dimensions == b.dimensions && a.elementBytes == b.elementBytes &&
           a.rowBytes == b.rowBytes;
  }

  template <typename Visit> void forEachAccess(size_t array, Visit visit) const {
    for (AffineStatement &statement : nest.statements)
      for (AffineAccess &access : statement.accesses)
        if (access.array == array)
          visit(statement, access);
  }

  void move(size_t from, size_t to) const {
    forEachAccess(from, [&](AffineStatement &, AffineAccess &access) { access.array = to; });
  }

  /// Each pointer that an execution may read is one that it surely reads.
  bool isSurelyRead(size_t array) const {
    bool isIt = true;
    forEachAccess(array, [&](const AffineStatement &statement, const AffineAccess &access) {
      isIt &= !access.isWhole &&
              std::any_of(statement.accesses.begin(), statement.accesses.end(),
                          [&](const AffineAccess &other) {
                            return other.array == array && !other.isWhole &&
                                   other.subscripts.front() == access.subscripts.front() &&
                                   isSurelyDone(statement, other);
                          });
    });
    return isIt;
  }

  /// In each execution of the statement.
  bool isSurelyDone(const AffineStatement &statement, const AffineAccess &access) const {
    const Instruction &its = program[access.at];
    if (its.conditional || (its.op != Op::Load && its.op != Op::Store))
      return false;
    const RegionId end = program[statement.first].parent;
    for (RegionId part = its.block; program[part].parent != end; part = program[part].parent) {
      const Region &around = program[program[part].parent];
      if (around.kind != Region::Kind::Sequence && around.condition != part)
        return false;
    }
    return true;
  }
};

} // namespace

std::optional<std::map<size_t, size_t>> joinRows(const Program &program, AffineNest &nest,
                                                 const std::vector<FoundRows> &rows) {
  RowJoiner joiner(program, nest);
  for (const FoundRows &each : rows)
    if (!joiner.join(each))
      return std::nullopt;
  return joiner.test() ? std::optional(std::move(joiner.numbers)) : std::nullopt;
}

} // namespace kasuri
