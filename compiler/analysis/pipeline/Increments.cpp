// Counters that are read early in an iteration, and written late:
//
//     while (read(in, f)) {         the head takes c->frames, and leaves c->frames + 1
//       encode(c, f, c->frames);    iterations overlap, each with its own c->frames
//       c->frames++;                adds to that one
//     }
//
// Handed on as other values are, from the first use to the last write, c->frames would put all of
// the body in order.
//
// Source: induction variable substitution, S. Muchnick, Advanced Compiler Design (1997), 14.1.
#include "analysis/pipeline/Increments.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class IncrementFinder {
public:
  IncrementFinder(const PipelineDraft &draft, const std::vector<ValueId> &stores)
      : draft(draft), program(draft.program), stores(stores) {}

  std::vector<Increment> find() const {
    std::vector<Increment> found;
    for (ValueId store : stores) {
      const std::optional<size_t> element = elementOf(store);
      const std::optional<int64_t> by = addedBy(store);
      if (!element || !by)
        return {};
      found.push_back({*element, *by});
    }
    return found;
  }

private:
  const PipelineDraft &draft;
  const Program &program;
  const std::vector<ValueId> &stores;

  /// That always runs it, once, in an iteration that goes on behind it.
  std::optional<size_t> elementOf(ValueId store) const {
    const Instruction &its = program[store];
    for (size_t i = 1; i < draft.all().size(); ++i) {
      const PipelinePiece &piece = draft.all()[i].piece;
      const bool isPlain = piece.part == PipelinePiece::Part::Whole
                               ? isPlainlyIn(program, piece.statement, its.block)
                               : program[piece.statement].condition == its.block;
      if (contains(program, piece.statement, its.block))
        return isPlain && !its.conditional && !draft.elements.hasContinue ? std::optional(i)
                                                                          : std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<int64_t> addedBy(ValueId store) const {
    const Instruction &its = program[store];
    if (its.op != Op::Store || its.partial || its.isVolatile)
      return std::nullopt;
    if (its.type.kind == ValueType::Kind::Pointer)
      return addedToPointer(store);
    const bool isInteger = its.type.kind == ValueType::Kind::Integer &&
                           its.type.bits == 8 * its.type.size && its.type.size <= sizeof(int64_t);
    return isInteger ? addedToInteger(store) : std::nullopt;
  }

  /// Modulo 2 to the number of its bits.
  std::optional<int64_t> addedToInteger(ValueId store) const {
    const Instruction &sum = program[withoutConversions(store, program[store].operands[1])];
    if (sum.op != Op::Add && sum.op != Op::Sub)
      return std::nullopt;
    const ValueId left = withoutConversions(store, sum.operands[0]),
                  right = withoutConversions(store, sum.operands[1]);
    if (isOld(store, left) && program[right].op == Op::Constant)
      return sum.op == Op::Add ? program[right].number : -program[right].number;
    if (isOld(store, right) && program[left].op == Op::Constant && sum.op == Op::Add)
      return program[left].number;
    return std::nullopt;
  }

  std::optional<int64_t> addedToPointer(ValueId store) const {
    const Instruction &sum = program[program[store].operands[1]];
    if (sum.op != Op::Element || !isOld(store, sum.operands[0]) ||
        program[sum.operands[1]].op != Op::Constant)
      return std::nullopt;
    int64_t by = 0;
    return __builtin_mul_overflow(program[sum.operands[1]].number, sum.number, &by)
               ? std::nullopt
               : std::optional(by);
  }

  /// Conversions that keep all bits that the store writes.
  ValueId withoutConversions(ValueId store, ValueId value) const {
    while (program[value].op == Op::Convert && isWide(store, program[value].type) &&
           program[program[value].operands[0]].type.kind == ValueType::Kind::Integer)
      value = program[value].operands[0];
    return value;
  }

  bool isWide(ValueId store, const ValueType &type) const {
    return type.kind == ValueType::Kind::Integer && type.bits >= program[store].type.bits;
  }

  /// The value that the store overwrites.
  bool isOld(ValueId store, ValueId load) const {
    const Instruction &read = program[load], &written = program[store];
    if (read.op != Op::Load || read.partial || read.type.size != written.type.size ||
        read.block != written.block || !isSamePlace(load, store))
      return false;
    const std::vector<ValueId> &values = program[written.block].values;
    const auto from = std::ranges::find(values, load), to = std::ranges::find(values, store);
    return from < to &&
           std::none_of(
               from, to,
               [&](ValueId between) { return std::ranges::find(stores, between) != stores.end(); });
  }

  bool isSamePlace(ValueId load, ValueId store) const {
    const ObjectId variable = variableOf(program, store);
    if (variable.valid() || variableOf(program, load).valid())
      return variable == variableOf(program, load);
    const std::vector<Access> &read = draft.known.accessesAt(load),
                              &written = draft.known.accessesAt(store);
    return read.size() == 1 && written.size() == 1 && read[0].base == written[0].base &&
           read[0].base.kind == Base::Kind::Symbol && read[0].offset == written[0].offset &&
           read[0].offset.isConstant() && read[0].size == written[0].size;
  }
};

} // namespace

void handOnEarly(const PipelineDraft &draft, Handed &handed, const std::vector<ValueId> &stores) {
  handed.increments = IncrementFinder(draft, stores).find();
  if (!handed.increments.empty())
    handed.range = {0, 0};
}

int64_t addedBehind(const Handed &handed, size_t element) {
  uint64_t added = 0;
  for (const Increment &each : handed.increments)
    added += each.element > element ? static_cast<uint64_t>(each.by) : 0;
  return static_cast<int64_t>(added);
}

} // namespace kasuri
