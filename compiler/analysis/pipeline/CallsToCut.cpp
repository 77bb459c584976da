// The functions that the calls in a loop's body lead to are copied for the loop, with its segments
// in them. It pays if one statement of a function takes long, and another may be what is ordered.
//
//     while (read(f, block))           int encode(codec *c, block *b) {
//       encode(c, block);                find_attack(c, b);
//                                        return quantise(c, b);     is all in order: cut in turn
//                                      }
//
// A call that takes long and is in order as a whole in such a function is cut in the same way. A
// function that is in the middle of being called stays whole: each copy would call another one. So
// does one of whose result the copy of its caller would make more than a variable of its own.
#include "analysis/pipeline/CallsToCut.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

bool takesLong(const Program &program, RegionId statement) {
  const std::vector<RegionId> regions = regionsWithin(program, statement);
  const std::vector<ValueId> values = valuesWithin(program, statement);
  return std::ranges::any_of(
             regions, [&](RegionId each) { return program[each].kind == Region::Kind::Loop; }) ||
         std::ranges::any_of(values, [&](ValueId each) { return program[each].callee.valid(); });
}

/// One of its statements takes long, and another may be what is ordered.
bool doesMuch(const Program &program, FunctionId function) {
  const std::vector<RegionId> statements = statementsOf(program, program[function].body);
  return statements.size() > 1 &&
         std::ranges::any_of(statements, [&](RegionId each) { return takesLong(program, each); });
}

/// Nobody uses the result, or it is returned, or a variable of the function gets it.
bool hasPlainResult(const Program &program, ValueId call) {
  if (program[call].type.kind == ValueType::Kind::Aggregate)
    return false;
  std::set<ValueId> results = {call};
  return std::ranges::all_of(program[program[call].block].values, [&](ValueId each) {
    const Instruction &value = program[each];
    const auto isResult = [&](ValueId operand) { return results.contains(operand); };
    if (std::ranges::none_of(value.operands, isResult))
      return true;
    if (value.op == Op::Convert)
      return results.insert(each).second;
    const ObjectId variable = value.op == Op::Store ? variableOf(program, each) : ObjectId();
    return variable.valid() && program[variable].isAutomatic();
  });
}

bool isStatementOfSource(const Program &program, RegionId block) {
  return std::ranges::all_of(program[program[block].parent].children,
                             [&](RegionId each) { return program[each].inMainFile; });
}

std::set<RegionId> orderedIn(const Pipeline &pipeline) {
  std::set<RegionId> ordered;
  for (const OrderedSegment &segment : pipeline.segments)
    for (size_t i = segment.begin; i < segment.end; ++i)
      ordered.insert(pipeline.pieces[i].statement);
  return ordered;
}

} // namespace

CallFinder::CallFinder(const AnalysedProgram &analysed) : original(analysed.program) {
  for (const auto &[arm, failed] : analysed.effects.memoryExits.arms)
    rewritten.insert(original[arm].function);
  for (const Instruction &value : original.values)
    if (analysed.effects.memoryExits.isAssumed(value))
      rewritten.insert(original[value.block].function);
}

std::set<ValueId> CallFinder::orderedCalls(const Program &program, RegionId loop,
                                           const std::optional<Pipeline> &pipeline) const {
  std::set<ValueId> calls =
      callsToInline(program, program[loop].children[0], [&](FunctionId callee) {
        return !rewritten.contains(callee) && doesMuch(program, callee);
      });
  if (pipeline) {
    const std::set<RegionId> ordered = orderedIn(*pipeline);
    std::erase_if(calls, [&](ValueId call) { return !ordered.contains(program[call].block); });
  }
  return calls;
}

std::set<CallPath> CallFinder::callsIn(const LoopFacts &loop) const {
  std::set<CallPath> calls;
  for (ValueId call : orderedCalls(original, loop.loop, loop.pipeline))
    calls.insert({call});
  return calls;
}

CallsToCut CallFinder::deeperCalls(const InlinedProgram &inlined, RegionId loop,
                                   const PipelineSearch &copied) const {
  const Program &program = inlined.program;
  CallsToCut found;
  for (ValueId call : orderedCalls(program, loop, copied.pipeline)) {
    const RegionId block = program[call].block;
    const InlinedPlace &place = inlined.places[block.index()];
    if (place.path.empty() || place.isCut() || !isStatementOfSource(program, block) ||
        !hasPlainResult(program, call))
      continue;
    const bool isRecursive = std::ranges::any_of(
        place.path, [&](ValueId each) { return original[each].callee == program[call].callee; });
    (isRecursive ? found.recursive : found.calls).insert(inlined.pathOf(call));
  }
  return found;
}

PipelineBar barOfCall(const Program &program, const CallPath &path, PipelineBar::Kind kind) {
  const Instruction &call = program[path.back()];
  PipelinePiece piece;
  piece.statement = call.block;
  piece.path = CallPath(path.begin(), path.end() - 1);
  return {.kind = kind,
          .subject = call.calleeName,
          .pieces = {std::move(piece)},
          .source = call.location,
          .sourceLine = call.location.line};
}

} // namespace kasuri
