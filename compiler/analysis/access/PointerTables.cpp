// Which tables of pointers own what they point to, one block for each cell?
//
//     for (i...) rows[i] = malloc(n);      every store into `rows` is of memory that is fresh and
//     for (i...) rows[i][k] = ...;         stored nowhere else: rows[i] and rows[j] are apart
//
// A block that is put into one cell when it is allocated, and never moved, belongs to that cell
// for as long as it lives. So a table is distinct if everything that may write into it is a store
// of fresh memory or of null, and nothing else does: no copy, no swap, no realloc of the table, no
// unknown code. What else points to the blocks does not matter: accesses through other pointers are
// compared by what these may point to.
#include "analysis/access/PointerTables.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"

#include <algorithm>

namespace kasuri {

class PointerTableFinder {
public:
  PointerTableFinder(PointerTables &tables, const Effects &effects)
      : program(tables.program), pointsTo(tables.pointsTo), effects(effects),
        writes(tables.writes) {}

  void find() {
    for (const FunctionAccesses &function : effects.functions)
      for (const auto &[value, accesses] : function.at)
        for (const Access &access : accesses)
          if (access.isWrite && access.origin == value && !function.freshStores.contains(value) &&
              !leavesNoPointer(program[value]))
            noteWrite(access);
    for (size_t i = 0; i < program.values.size(); ++i)
      noteMoves(program.values[i], ValueId(i));
    for (ValueId value : program[program.initialisers].values)
      noteInitialiser(program[value]);
  }

private:
  const Program &program;
  const PointsTo &pointsTo;
  const Effects &effects;
  std::map<ObjectId, std::vector<std::pair<Location, uint64_t>>> &writes;

  /// It leaves null pointers, or nothing that may be read. (A freed block may come back in another
  /// cell, but nothing may reach it by its old cell any more.)
  bool leavesNoPointer(const Instruction &value) const {
    const LibraryFunction *library = libraryCalled(value);
    const bool isClearing = library && value.calleeName == "memset" && value.operands.size() == 3 &&
                            isZero(program, value.operands[1]);
    return isClearing || (library && library->frees && !library->allocates);
  }

  void noteWrite(const Access &access) {
    for (const Location &location : locationsOf(effects, pointsTo, access))
      note(location, reachOf(access));
  }

  void noteWhole(ValueId pointer) {
    for (const Location &location : pointsTo.of(pointer))
      note(Location{location.object, 0, 1, 0, unknownEnd}, 1);
  }

  /// What an allocator writes to a block is there under the name that its caller has for it, too.
  void note(Location location, uint64_t size) {
    for (ObjectId name : pointsTo.namesOf(location.object)) {
      location.object = name;
      writes[name].emplace_back(location, size);
    }
  }

  /// A block that grows takes what it holds to another place.
  void noteMoves(const Instruction &value, ValueId id) {
    const LibraryFunction *library = libraryCalled(value);
    if (!library || !library->allocates || library->copies.empty())
      return;
    noteWhole(id);
    for (ValueId operand : value.operands)
      noteWhole(operand);
  }

  void noteInitialiser(const Instruction &value) {
    if (value.op != Op::Store)
      return;
    const Instruction &stored = program[value.operands[1]];
    bool isNull = stored.op == Op::Constant && stored.number == 0;
    for (const Location &location : pointsTo.of(value.operands[0]))
      if (!isNull)
        note(location, std::max<uint64_t>(1, value.type.size));
  }
};

PointerTables::PointerTables(const Program &program, const PointsTo &pointsTo,
                             const Effects &effects)
    : program(program), pointsTo(pointsTo) {
  PointerTableFinder(*this, effects).find();
}

/// Copies of arguments, and variables of other sources.
static bool holdsMoreAtStart(const Object &object) {
  return object.kind == Object::Kind::Parameter ||
         (object.kind == Object::Kind::Global && !object.isDefined);
}

bool PointerTables::isOwner(const Location &cell, uint64_t size) const {
  if (pointsTo.isSpecial(cell.object) || pointsTo.escaped.contains(cell.object) ||
      pointsTo.unseen.contains(cell.object) || holdsMoreAtStart(program[cell.object]))
    return false;
  auto found = writes.find(cell.object);
  return found == writes.end() ||
         std::none_of(found->second.begin(), found->second.end(), [&](const auto &write) {
           return mayOverlap(pointsTo, cell, size, write.first, write.second);
         });
}

std::set<ValueId> findDistinctCells(const Program &program, const PointsTo &pointsTo,
                                    const Effects &effects) {
  const PointerTables tables(program, pointsTo, effects);
  auto areOwners = [&](const Access &pointer) {
    const LocationSet &cells = pointsTo.of(pointer.address);
    return !cells.empty() && std::all_of(cells.begin(), cells.end(), [&](const Location &cell) {
      return tables.isOwner(cell, pointer.size);
    });
  };
  std::set<ValueId> found;
  for (const Access &cell : effects.cells)
    if (program[cell.origin].type.kind == ValueType::Kind::Pointer && cell.address.valid() &&
        !found.contains(cell.address) && areOwners(cell))
      found.insert(cell.address);
  return found;
}

} // namespace kasuri
