#include "reorder/SummedInPlace.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Where a statement stores a variable.
struct FinalStore {
  size_t statement = 0, array = 0;
  std::vector<AffineForm> subscripts;
};

class PlaceFinder {
public:
  explicit PlaceFinder(const NestSource &source)
      : source(source), program(source.program), nest(source.nest) {}

  std::optional<FinalStore> find(size_t variable) const {
    const std::optional<size_t> last = lastNaming(variable);
    if (!last || !isInAll(*last, variable) || !isSetInAll(variable))
      return std::nullopt;
    const AffineStatement &its = nest.statements[*last];
    const AffineAccess *write = onlyWrite(its);
    if (!write || write->isWhole || !stores(its, *write, nest.arrays[variable].variable) ||
        !isApart(write->array) || !hasPlaces(write->array, nest.arrays[variable]) ||
        !isAlone(write->array) || !hasOwnElements(*write, nest.arrays[variable]))
      return std::nullopt;
    return FinalStore{*last, write->array, write->subscripts};
  }

private:
  const NestSource &source;
  const Program &program;
  const AffineNest &nest;

  static bool accesses(const AffineStatement &statement, size_t array) {
    return std::any_of(statement.accesses.begin(), statement.accesses.end(),
                       [&](const AffineAccess &access) { return access.array == array; });
  }

  std::optional<size_t> lastNaming(size_t variable) const {
    for (size_t i = nest.statements.size(); i > 0; --i)
      if (accesses(nest.statements[i - 1], variable))
        return i - 1;
    return std::nullopt;
  }

  /// It is executed once in each iteration of the loops in which the variable is expanded.
  bool isInAll(size_t number, size_t variable) const {
    const AffineStatement &its = nest.statements[number];
    const std::vector<size_t> &loops = nest.arrays[variable].expandedIn;
    return !its.from && !its.below && !its.part && its.loops.size() == loops.size() &&
           std::is_permutation(its.loops.begin(), its.loops.end(), loops.begin());
  }

  bool isSetInAll(size_t variable) const {
    for (size_t i = 0; i < nest.statements.size(); ++i)
      if (isInAll(i, variable))
        for (const AffineAccess &access : nest.statements[i].accesses)
          if (access.array == variable && access.isWrite && isUnconditional(i, access.at))
            return true;
    return false;
  }

  bool isUnconditional(size_t statement, ValueId value) const {
    if (program[value].conditional || program[value].partial)
      return false;
    for (RegionId up = program[value].block; up != program[nest.statements[statement].first].parent;
         up = program[up].parent)
      if (program[up].kind != Region::Kind::Block && program[up].kind != Region::Kind::Sequence)
        return false;
    return true;
  }

  static const AffineAccess *onlyWrite(const AffineStatement &statement) {
    const AffineAccess *found = nullptr;
    for (const AffineAccess &access : statement.accesses)
      if (access.isWrite) {
        if (found)
          return nullptr;
        found = &access;
      }
    return found;
  }

  /// The variable as it is, in an element of its type; and nothing in the statement is volatile.
  bool stores(const AffineStatement &statement, const AffineAccess &write, ObjectId object) const {
    const Instruction &store = program[write.at];
    if (store.op != Op::Store || store.operands.size() < 2 || !statement.locals.empty() ||
        !isUnconditional(static_cast<size_t>(&statement - nest.statements.data()), write.at))
      return false;
    const Instruction &value = program[store.operands[1]];
    const std::vector<ValueId> all = valuesOf(program, statement);
    return value.op == Op::Load && variableOf(program, store.operands[1]) == object &&
           std::none_of(all.begin(), all.end(),
                        [&](ValueId each) { return program[each].isVolatile; }) &&
           hasTypeOf(write.at, object);
  }

  bool hasTypeOf(ValueId store, ObjectId object) const {
    const auto from = source.sources.expressionOf.find(store);
    const auto variable = source.sources.variableOf.find(object);
    const auto *lvalue = from == source.sources.expressionOf.end()
                             ? nullptr
                             : clang::dyn_cast<clang::Expr>(from->second);
    return lvalue && variable != source.sources.variableOf.end() &&
           clang::ASTContext::hasSameUnqualifiedType(lvalue->getType(),
                                                     variable->second->getType());
  }

  bool isApart(size_t array) const {
    return std::any_of(nest.apart.begin(), nest.apart.end(), [&](const auto &pair) {
      return pair.first == array || pair.second == array;
    });
  }

  /// Found by a pointer, at places that subscripts tell.
  bool hasPlaces(size_t array, const AffineArray &variable) const {
    const AffineArray &its = nest.arrays[array];
    const bool isRow = its.extents.empty() && its.dimensions == 1 &&
                       its.rowBytes == static_cast<int64_t>(its.elementBytes);
    return !its.isVariable && !its.isOfRows && its.elementBytes == variable.elementBytes &&
           its.expandedIn.empty() && (isRow || its.extents.size() + 1 == its.dimensions);
  }

  bool isAlone(size_t array) const {
    size_t times = 0;
    for (const AffineStatement &statement : nest.statements)
      for (const AffineAccess &access : statement.accesses)
        times += access.array == array;
    return times == 1;
  }

  /// Of each of the loops there is a subscript that changes with no other one.
  static bool hasOwnElements(const AffineAccess &access, const AffineArray &variable) {
    return std::all_of(variable.expandedIn.begin(), variable.expandedIn.end(), [&](size_t loop) {
      return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                         [&](const AffineForm &subscript) {
                           return subscript.loops.size() == 1 && subscript.loops.contains(loop);
                         });
    });
  }
};

void holdIn(AffineNest &nest, size_t variable, const FinalStore &store) {
  nest.statements.erase(nest.statements.begin() + static_cast<ptrdiff_t>(store.statement));
  for (AffineStatement &statement : nest.statements)
    for (AffineAccess &access : statement.accesses)
      if (access.array == variable) {
        access.array = store.array;
        access.subscripts = store.subscripts;
      }
  nest.arrays[variable].heldIn = store.array;
  nest.arrays[variable].heldAt = store.subscripts;
}

} // namespace

AffineNest summedInPlace(const NestSource &source) {
  AffineNest made = source.nest;
  for (size_t i = 0; i < made.arrays.size(); ++i)
    if (!made.arrays[i].expandedIn.empty())
      if (const auto store =
              PlaceFinder({source.program, source.sources, source.text, made}).find(i))
        holdIn(made, i, *store);
  return made;
}

} // namespace kasuri
