// Which tables of pointers own what they point to, one block for each cell?
//
//     for (i...) rows[i] = malloc(n);      every store into `rows` is of memory that is fresh and
//     for (i...) rows[i][k] = ...;         stored nowhere else: rows[i] and rows[j] are apart
//
// A block that is put into one cell when it is allocated, and never moved, belongs to that cell
// for as long as it lives. So a table is distinct if everything that may write into it is a store
// of fresh memory or of null, and nothing else does: no copy, no realloc of the table, no unknown
// code. What else points to the blocks does not matter: accesses through other pointers are
// compared by what these may point to.
//
//     int *const table[2] = {first, second};    each variable in one cell, by one store
//
// The same holds for a variable whose address only one store puts into a cell, if that store always
// writes the same cell. A table that each activation of its function has for itself is left out
// where two activations may be compared.
//
//     t = rows[p]; rows[p] = rows[k]; rows[k] = t;      still no block is in two cells
//
// An exchange (Exchanges.h) moves blocks between cells, so that cells are distinct at any one time
// only: who compares them shows that both pointers are from one time (dependence/ExchangedCells.h).
// Both cells of an exchange must be owners, or neither is one: the other one may hold what is in
// other cells.
#include "analysis/access/PointerTables.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

/// A variable's address in a cell.
struct FixedStore {
  std::set<ObjectId> variables; ///< it stores the address of one of these
  Location cell;
  uint64_t size = 0;
};

class PointerTableFinder {
public:
  PointerTableFinder(PointerTables &tables, const Effects &effects)
      : program(tables.program), pointsTo(tables.pointsTo), effects(effects), tables(tables),
        writes(tables.writes) {}

  void find() {
    for (const FunctionAccesses &function : effects.functions)
      for (const auto &[first, second] : function.exchanges)
        exchanging.insert({first, second});
    for (const FunctionAccesses &function : effects.functions)
      for (const auto &[value, accesses] : function.lists())
        for (const Access &access : *accesses)
          if (access.isWrite && access.origin == value && !function.freshStores.contains(value) &&
              !exchanging.contains(value) && !leavesNoPointer(program[value]))
            noteStore(access);
    for (size_t i = 0; i < program.values.size(); ++i)
      noteMoves(program.values[i], ValueId(i));
    for (ValueId value : program[program.initialisers].values)
      noteInitialiser(program[value]);
    noteFixedStores();
    for (const FunctionAccesses &function : effects.functions)
      for (const auto &[first, second] : function.exchanges)
        tables.exchanges.push_back({cellsOf(function, first), cellsOf(function, second)});
    dropMixedExchanges();
  }

private:
  const Program &program;
  const PointsTo &pointsTo;
  const Effects &effects;
  PointerTables &tables;
  std::map<ObjectId, std::vector<std::pair<Location, uint64_t>>> &writes;
  std::set<ValueId> exchanging;
  std::vector<FixedStore> fixedStores;

  /// What an initializer in braces begins with: a value that points nowhere.
  bool isInitialZero(const Instruction &store) const {
    if (store.op != Op::Store)
      return false;
    const Instruction &stored = program[store.operands[1]];
    return stored.op == Op::Opaque && stored.operands.empty() &&
           stored.type.kind == ValueType::Kind::Aggregate && pointsTo.of(store.operands[1]).empty();
  }

  /// It leaves null pointers, or nothing that may be read. (A freed block may come back in another
  /// cell, but nothing may reach it by its old cell any more.)
  bool leavesNoPointer(const Instruction &value) const {
    const LibraryFunction *library = libraryCalled(value);
    const bool isClearing = library && value.calleeName == "memset" && value.operands.size() == 3 &&
                            isZero(program, value.operands[1]);
    return isClearing || isInitialZero(value) || (library && library->frees && !library->allocates);
  }

  /// A variable of which the program has one, or each activation of its function.
  bool isOneVariable(ObjectId id) const {
    if (pointsTo.isSpecial(id) || pointsTo.unseen.contains(id))
      return false;
    const Object &object = program[id];
    const bool isVariable = object.kind == Object::Kind::Global ||
                            object.kind == Object::Kind::Static ||
                            object.kind == Object::Kind::Local;
    return isVariable && object.isDefined && !object.isThreadLocal && !object.isReachedUnseen;
  }

  /// May one activation of the function begin while another one lasts?
  bool mayReenter(FunctionId function) const {
    std::vector<FunctionId> called;
    bool mayReenter = false;
    auto visit = [&](FunctionId, const std::vector<ValueId> &values) {
      for (ValueId value : values) {
        auto found = pointsTo.callees.find(value);
        const bool isCall = found != pointsTo.callees.end();
        mayReenter |= pointsTo.unknownCalls.contains(value) ||
                      (isCall && std::ranges::count(found->second, function) > 0);
      }
    };
    forEachReached(program, pointsTo.callees, {function}, visit);
    return mayReenter;
  }

  /// The table of each activation has its own variables, or there is one activation at most. (A
  /// variable that only its name leads to is no cell that anything is loaded from.)
  bool isFixed(ObjectId table, const std::set<ObjectId> &variables) const {
    const Object &object = program[table];
    if (!isOneVariable(table) || object.isPlainScalar() ||
        !std::ranges::all_of(variables, [&](ObjectId variable) { return isOneVariable(variable); }))
      return false;
    auto isOfSame = [&](ObjectId variable) {
      return program[variable].isAutomatic() && program[variable].owner == object.owner;
    };
    return !object.isAutomatic() || std::ranges::all_of(variables, isOfSame) ||
           !mayReenter(object.owner);
  }

  /// A store of variables' addresses into one cell is kept for later.
  bool noteFixed(const Instruction &store, const Location &cell, bool isOneCell) {
    if (!isOneCell || store.op != Op::Store || store.partial || store.isVolatile ||
        store.type.kind != ValueType::Kind::Pointer || pointsTo.isSpecial(cell.object))
      return false;
    std::set<ObjectId> variables;
    for (const Location &target : pointsTo.of(store.operands[1]))
      variables.insert(target.object);
    if (variables.empty() || !isFixed(cell.object, variables))
      return false;
    fixedStores.push_back({variables, cell, store.type.size});
    return true;
  }

  /// Those of variables that several of them store are writes like others.
  void noteFixedStores() {
    std::map<ObjectId, int> count;
    for (const FixedStore &store : fixedStores)
      for (ObjectId variable : store.variables)
        ++count[variable];
    for (const FixedStore &store : fixedStores)
      if (std::ranges::any_of(store.variables,
                              [&](ObjectId variable) { return count[variable] > 1; }))
        note(store.cell, store.size);
  }

  std::vector<Location> cellsOf(const FunctionAccesses &function, ValueId store) const {
    std::vector<Location> cells;
    for (const Access &access : function.accessesAt(store))
      if (access.isWrite)
        for (const Location &location : locationsOf(effects, pointsTo, access))
          cells.push_back(location);
    return cells;
  }

  /// What is exchanged with a cell that is no owner makes its own cell none.
  void dropMixedExchanges() {
    auto isOwner = [&](const Location &cell) {
      return tables.isOwner(cell, static_cast<uint64_t>(program.pointerBytes));
    };
    auto isMixed = [&](const auto &exchange) {
      return !std::ranges::all_of(exchange.first, isOwner) ||
             !std::ranges::all_of(exchange.second, isOwner);
    };
    auto &exchanges = tables.exchanges;
    for (auto mixed = std::ranges::find_if(exchanges, isMixed); mixed != exchanges.end();
         mixed = std::ranges::find_if(exchanges, isMixed)) {
      for (const std::vector<Location> &cells : {mixed->first, mixed->second})
        for (const Location &cell : cells)
          note(cell, static_cast<uint64_t>(program.pointerBytes));
      exchanges.erase(mixed);
    }
  }

  void noteStore(const Access &access) {
    const bool isOneCell = access.base.kind == Base::Kind::Object && access.offset.isConstant() &&
                           access.offset.constant() >= 0 && access.size != 0;
    const int64_t offset = access.offset.constant();
    const Location cell{access.base.object, offset, 0, offset,
                        offset + static_cast<int64_t>(access.size)};
    if (!noteFixed(program[access.origin], cell, isOneCell))
      noteWrite(access);
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
    if (value.op != Op::Store || isInitialZero(value))
      return;
    const Instruction &stored = program[value.operands[1]];
    bool isNull = stored.op == Op::Constant && stored.number == 0;
    const LocationSet &cells = pointsTo.of(value.operands[0]);
    for (const Location &cell : cells)
      if (!isNull && !noteFixed(value, cell, cells.size() == 1 && cell.stride == 0))
        note(cell, std::max<uint64_t>(1, value.type.size));
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

bool PointerTables::mayBeExchanged(const Location &cell, uint64_t size) const {
  auto isWritten = [&](const Location &written) {
    return mayOverlap(pointsTo, cell, size, written, static_cast<uint64_t>(program.pointerBytes));
  };
  return std::ranges::any_of(exchanges, [&](const auto &exchange) {
    return std::ranges::any_of(exchange.first, isWritten) ||
           std::ranges::any_of(exchange.second, isWritten);
  });
}

void findDistinctCells(const Program &program, const PointsTo &pointsTo, Effects &effects) {
  const PointerTables tables(program, pointsTo, effects);
  for (const Access &pointer : effects.cells) {
    const bool isPointer = program[pointer.origin].type.kind == ValueType::Kind::Pointer;
    if (!isPointer || !pointer.address.valid() || effects.distinctCells.contains(pointer.address))
      continue;
    const LocationSet &cells = pointsTo.of(pointer.address);
    if (cells.empty() || !std::ranges::all_of(cells, [&](const Location &cell) {
          return tables.isOwner(cell, pointer.size);
        }))
      continue;
    effects.distinctCells.insert(pointer.address);
    if (std::ranges::any_of(cells, [&](const Location &cell) {
          return tables.mayBeExchanged(cell, pointer.size);
        })) {
      effects.exchangedCells.insert(pointer.address);
      continue;
    }
    for (const Location &cell : cells)
      if (cell.stride == 0)
        effects.ownerCells.emplace(cell.object, cell.offset);
  }
}

} // namespace kasuri
