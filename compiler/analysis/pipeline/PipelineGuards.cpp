// Numbers behind pointers, such as f->height, that the program reads in front of a loop as well:
//
//     size = f->width * f->height;                if this has not trapped, a guard does not either
//     while (fread(f->pixels, 1, size, in))
//       for (y = 0; y < f->height; y++) ...       fills all of an image if f->height >= 0
//
// Nothing in the function writes or frees them (BlockPaths.h), so an earlier read gives the value
// that the loop will see.
#include "analysis/pipeline/PipelineGuards.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class NumberFinder {
public:
  NumberFinder(const PipelineDraft &draft, BlockPaths &paths)
      : draft(draft), program(draft.program), paths(paths) {}

  /// What the program has loaded in front of the loop from the member that ends the path.
  struct Loaded {
    GuardValue value;
    std::string text;
  };

  std::optional<Loaded> find(SymbolId symbol) const {
    const std::optional<BlockPath> path = paths.ofFunction(symbol);
    const ValueId origin = draft.analysed.effects[symbol].origin;
    const bool isNumber = origin.valid() && program[origin].type.kind == ValueType::Kind::Integer;
    return path && isNumber ? loadedAt(*path, program[origin].type) : std::nullopt;
  }

private:
  const PipelineDraft &draft;
  const Program &program;
  BlockPaths &paths;

  std::optional<Loaded> loadedAt(const BlockPath &path, const ValueType &type) const {
    if (path.members.empty())
      return Loaded{{.op = GuardValue::Op::Variable, .object = path.root}, ""};
    const std::optional<ValueId> load = earlierLoad(path, type);
    const std::optional<Loaded> holder = load ? loadedAt(holderOf(path), pointer()) : std::nullopt;
    if (!holder)
      return std::nullopt;
    return Loaded{{.op = GuardValue::Op::Loaded,
                   .number = static_cast<int64_t>(type.size),
                   .isSigned = type.isSigned,
                   .operands = {sum(holder->value, constantOf(path.members.back()))}},
                  program[*load].text};
  }

  ValueType pointer() const {
    return {.kind = ValueType::Kind::Pointer, .size = static_cast<uint64_t>(program.pointerBytes)};
  }

  /// Of as many bytes as the type has, which may be read by another one.
  std::optional<ValueId> earlierLoad(const BlockPath &path, const ValueType &type) const {
    for (ValueId value : valuesWithin(program, program[draft.function].body))
      if (program[value].type.size == type.size && isLoadOf(value, path) && isSurelyBefore(value))
        return value;
    return std::nullopt;
  }

  bool isLoadOf(ValueId value, const BlockPath &path) const {
    const Instruction &load = program[value];
    const std::vector<Access> &accesses = draft.known.accessesAt(value);
    return load.op == Op::Load && !load.conditional && !load.isVolatile && !load.partial &&
           accesses.size() == 1 && paths.isToEnd(accesses[0], path);
  }

  /// In the loop's own sequence or one around it.
  bool isSurelyBefore(ValueId load) const {
    const RegionId block = program[load].block;
    for (RegionId below = draft.loop, up = program[below].parent; up.valid();
         below = up, up = program[up].parent) {
      if (program[up].kind != Region::Kind::Sequence)
        continue;
      const std::vector<RegionId> &children = program[up].children;
      for (auto child = children.begin(); *child != below; ++child)
        if (contains(program, *child, block))
          return isPlainlyIn(program, *child, block);
    }
    return false;
  }
};

} // namespace

std::optional<Guard> guardNotNegative(const PipelineDraft &draft, BlockPaths &paths,
                                      const Linear &value) {
  if (value.terms().size() != 1 || value.terms().begin()->second != 1)
    return std::nullopt;
  const auto found = NumberFinder(draft, paths).find(value.terms().begin()->first);
  if (!found)
    return std::nullopt;
  Guard guard;
  guard.alternatives.push_back({.kind = Guard::Test::Kind::NotNegative,
                                .stride = sum(found->value, constantOf(value.constant()))});
  guard.isCondition = true;
  guard.text = "'" + found->text + " >= " + std::to_string(-value.constant()) + "'";
  return guard;
}

} // namespace kasuri
