// A path starts at a variable that the loop leaves alone, and goes on by members that nothing in
// the loop writes or frees: so each of its pointers is the same one in all iterations, and in front
// of the loop. `s->work->rows` is the path {s, [offset of work, offset of rows]}.
//
// A pointer that was loaded in front of the loop may have been another one then, if the function
// writes the member somewhere.
#include "analysis/pipeline/BlockPaths.h"

#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t deepest = 4;

class PathFinder {
public:
  PathFinder(const PipelineDraft &draft, bool isForFunction)
      : draft(draft), program(draft.program), effects(draft.analysed.effects), loop(draft.loop),
        isForFunction(isForFunction) {}

  std::optional<BlockPath> find(SymbolId id, size_t depth = 0) const {
    const Symbol &symbol = effects[id];
    if (depth > deepest || variesIn(program, symbol, loop))
      return std::nullopt;
    if (const ObjectId root = rootOf(id); root.valid())
      return BlockPath{root, {}};
    const std::optional<Access> cell = cellOf(symbol);
    if (!cell || cell->base.kind != Base::Kind::Symbol || !cell->offset.isConstant() ||
        cell->offset.constant() < 0 || !isSteady(*cell, !isForFunction && isLoadedInLoop(id)))
      return std::nullopt;
    std::optional<BlockPath> path = find(cell->base.symbol, depth + 1);
    if (path)
      path->members.push_back(cell->offset.constant());
    return path;
  }

private:
  const PipelineDraft &draft;
  const Program &program;
  const Effects &effects;
  RegionId loop;
  const bool isForFunction;

  /// The variable that holds it in front of the loop, and that the loop leaves alone.
  ObjectId rootOf(SymbolId id) const {
    const auto before = draft.known.before.find(loop);
    if (before == draft.known.before.end())
      return ObjectId();
    for (const auto &[variable, value] : before->second)
      if (value.kind == SymbolicValue::Kind::Pointer && !value.mayWrap &&
          value.base == Base{Base::Kind::Symbol, {}, id} && value.offset == Linear() &&
          canBeRoot(variable))
        return variable;
    return ObjectId();
  }

  bool canBeRoot(ObjectId id) const {
    const Object &variable = program[id];
    const bool isOutside = !variable.scope.valid() || !contains(program, loop, variable.scope);
    const std::vector<ValueId> inside = valuesWithin(program, loop);
    return variable.isAutomatic() && isOutside && !variable.addressTaken && !variable.isVolatile &&
           variable.type.kind == ValueType::Kind::Pointer &&
           std::none_of(inside.begin(), inside.end(),
                        [&](ValueId value) { return isStoreTo(program, value, id); });
  }

  std::optional<Access> cellOf(const Symbol &symbol) const {
    if (symbol.cell != noCell)
      return effects.cells[symbol.cell];
    if (symbol.entrySize == 0 || symbol.function != draft.function)
      return std::nullopt;
    Access cell;
    cell.base = symbol.entryBase;
    cell.offset = symbol.entryOffset;
    cell.size = symbol.entrySize;
    return cell;
  }

  /// Nothing holds it when the loop begins: what the loop does with it, it has loaded itself.
  bool isLoadedInLoop(SymbolId id) const {
    const auto before = draft.known.pointersBefore.find(loop);
    return before != draft.known.pointersBefore.end() && !before->second.contains(id);
  }

  /// Nothing in the loop writes it, or nothing in the function: it holds the same in front of it.
  bool isSteady(const Access &cell, bool isInLoop) const {
    for (const auto &[value, accesses] : draft.known.lists())
      for (const Access &access : *accesses)
        if (access.isWrite && (!isInLoop || contains(program, loop, program[value].block)) &&
            mayTouchSame(effects, draft.analysed.pointsTo, cell, access))
          return false;
    return true;
  }
};

} // namespace

std::optional<BlockPath> BlockPaths::of(SymbolId symbol) {
  const auto found = known.find(symbol);
  return found != known.end()
             ? found->second
             : known.emplace(symbol, PathFinder(draft, false).find(symbol)).first->second;
}

std::optional<BlockPath> BlockPaths::ofFunction(SymbolId symbol) const {
  return PathFinder(draft, true).find(symbol);
}

bool BlockPaths::isToEnd(const Access &access, const BlockPath &path) {
  return access.base.kind == Base::Kind::Symbol && access.offset == Linear(path.members.back()) &&
         of(access.base.symbol) == holderOf(path);
}

} // namespace kasuri
