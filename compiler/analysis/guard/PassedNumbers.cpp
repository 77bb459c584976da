#include "analysis/guard/PassedNumbers.h"

#include "model/Regions.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace kasuri {
namespace {

constexpr uint64_t leastBytes = 4;

/// Each names the function; nothing if one may lead to it otherwise, or may not be known.
std::optional<std::vector<ValueId>> callsOf(const AnalysedProgram &analysed, FunctionId function) {
  const Program &program = analysed.program;
  const Function &its = program[function];
  if (!its.isInternal || its.isVariadic || its.runsAtStart || its.runsAtEnd ||
      program[its.object].isReachedUnseen || analysed.pointsTo.escaped.contains(its.object))
    return std::nullopt;
  std::vector<ValueId> calls;
  for (const auto &[call, callees] : analysed.pointsTo.callees) {
    if (std::find(callees.begin(), callees.end(), function) == callees.end())
      continue;
    if (program[call].callee != function || program[call].operands.size() != its.parameters.size())
      return std::nullopt;
    calls.push_back(call);
  }
  return calls;
}

/// From the least to the most of what the calls pass; nothing if one passes another value.
std::optional<PassedNumber> numberOf(const Program &program, const std::vector<ValueId> &calls,
                                     ObjectId parameter, size_t index) {
  PassedNumber found{parameter, std::numeric_limits<int64_t>::max(), 0};
  for (ValueId call : calls) {
    const Instruction &argument = program[withoutConverts(program, program[call].operands[index])];
    if (argument.op != Op::Constant || argument.type.kind != ValueType::Kind::Integer ||
        argument.number < 0 || argument.number > std::numeric_limits<int32_t>::max())
      return std::nullopt;
    found.least = std::min(found.least, argument.number);
    found.most = std::max(found.most, argument.number);
  }
  return found;
}

} // namespace

std::vector<PassedNumber> passedNumbers(const AnalysedProgram &analysed, FunctionId function) {
  const Program &program = analysed.program;
  const Function &its = program[function];
  std::vector<PassedNumber> found;
  const auto calls = callsOf(analysed, function);
  if (!calls || calls->empty())
    return found;
  const std::vector<ValueId> values = valuesWithin(program, its.body);
  for (size_t i = 0; i < its.parameters.size(); ++i) {
    const Object &parameter = program[its.parameters[i]];
    const bool isNumber = parameter.isPlainScalar() && parameter.type.size >= leastBytes &&
                          parameter.type.kind == ValueType::Kind::Integer;
    const bool isSet = isNumber && std::ranges::any_of(values, [&](ValueId value) {
                         return isStoreTo(program, value, its.parameters[i]);
                       });
    if (auto number =
            isNumber && !isSet ? numberOf(program, *calls, its.parameters[i], i) : std::nullopt)
      found.push_back(*number);
  }
  return found;
}

} // namespace kasuri
