// That output fails may be the program's own doing:
//
//     for (k = 0;; k++) {
//       int n = format(text, job[k].value);          there is nothing behind the last job
//       if (write(job[k].descriptor, text, n) < 0)   which is -1 in the last one
//         break;
//     }
//     for (k = 0;; k++)
//       if (printf("%*d\n", width[k], value[k]) < 0) too large for an int in the last one
//         break;
//
// A program that is only correct because such output fails is not prepared for an iteration behind
// it. So the stream or descriptor must be the same value in all iterations: a constant, or loaded
// from memory that the loop does not write. Then it fails in the first iteration that uses it, or
// for a reason that is not in the value. That it was never open for writing is seen where the
// program makes it: fopen(name, "r"), open(name, O_RDONLY), -1 and nothing else. Nothing in the
// loop closes descriptors, moves the position of a file, or limits how long files get. Formats have
// no widths from arguments, and texts of known size; then no more characters are made than an int
// can count.
#include "analysis/pipeline/SteadyOutput.h"

#include "analysis/library/FormatLengths.h"
#include "analysis/library/LibraryFunctions.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace kasuri {
namespace {

/// Which argument of the function is the stream or descriptor; none: it is standard output.
std::optional<size_t> fileArgument(std::string_view callee) {
  static const std::map<std::string_view, size_t> all = {
      {"fprintf", 0},        {"vfprintf", 0}, {"dprintf", 0}, {"vdprintf", 0},
      {"write", 0},          {"putc", 1},     {"fputc", 1},   {"putc_unlocked", 1},
      {"fputc_unlocked", 1}, {"fputs", 1},    {"fwrite", 3},  {"fputs_unlocked", 1},
      {"fwrite_unlocked", 3}};
  const auto found = all.find(callee);
  return found != all.end() ? std::optional(found->second) : std::nullopt;
}

bool usesDescriptor(std::string_view callee) {
  return callee == "write" || callee == "dprintf" || callee == "vdprintf";
}

} // namespace

bool SteadyOutput::isSteady(const Instruction &call) {
  if (spoilsOutput() || !isWithinLimits(call))
    return false;
  const std::optional<size_t> argument = fileArgument(call.calleeName);
  if (!argument)
    return true;
  return *argument < call.operands.size() && isSame(call.operands[*argument]) &&
         !isUnfit(call.operands[*argument]);
}

/// Something in the loop may make later output fail.
bool SteadyOutput::spoilsOutput() {
  static const std::set<std::string_view> all = {
      "close",    "dup2",     "freopen", "freopen64", "setrlimit", "setrlimit64", "lseek",
      "lseek64",  "fseek",    "fseeko",  "fseeko64",  "fsetpos",   "fsetpos64",   "posix_fallocate",
      "truncate", "ftruncate"};
  if (isSpoiled)
    return *isSpoiled;
  bool closes = false, usesNumbers = false, isIt = false;
  anyReached(analysed, loop, [&](ValueId value) {
    const Instruction &its = program[value];
    reached.push_back(value);
    isIt |= its.op == Op::Store ? mayStoreStream(program, analysed.pointsTo, its)
                                : libraryCalled(its) && all.contains(its.calleeName);
    closes |= its.calleeName == "fclose" || its.calleeName == "pclose";
    usesNumbers |= usesDescriptor(its.calleeName);
    return false;
  });
  isSpoiled = isIt || (closes && usesNumbers);
  return *isSpoiled;
}

// --- One value in all iterations.

bool SteadyOutput::isSame(ValueId value) {
  const auto [place, isNew] = known.try_emplace(value, false); // what depends on itself may change
  if (!isNew)
    return place->second;
  const bool answer = isSameAnew(value);
  return known[value] = answer;
}

bool SteadyOutput::isSameAnew(ValueId value) {
  const Instruction &its = program[value];
  switch (its.op) {
  case Op::Constant:
    return true;
  case Op::Address:
    return !program[its.object].isAutomatic() ||
           program[its.object].owner == program[loop].function;
  case Op::Load:
    return !its.isVolatile && isSameLoad(value);
  case Op::Field:
  case Op::Element:
  case Op::Convert:
    return std::ranges::all_of(its.operands, [&](ValueId each) { return isSame(each); });
  case Op::Call:
    return its.calleeName == "fileno" && libraryCalled(its) && isSame(its.operands[0]);
  default:
    return false;
  }
}

bool SteadyOutput::isSameLoad(ValueId load) {
  const ObjectId variable = variableOf(program, load);
  const FunctionId function = program[loop].function;
  const bool isInside = variable.valid() && program[variable].isAutomatic() &&
                        (program[variable].owner != function || isDeclaredInside(variable));
  if (isInside)
    return program[variable].isPlainScalar() && isOnlyValueSame(variable);
  return isSame(program[load].operands[0]) && !isWrittenInLoop(load) &&
         !reachedWithin(analysed, loop).contains(function);
}

bool SteadyOutput::isDeclaredInside(ObjectId variable) const {
  const RegionId scope = program[variable].scope;
  return scope.valid() && scope != loop && contains(program, loop, scope);
}

/// Of a variable that each iteration, or each call, has anew.
bool SteadyOutput::isOnlyValueSame(ObjectId variable) {
  std::vector<ValueId> all;
  std::ranges::copy_if(reached, std::back_inserter(all),
                       [&](ValueId each) { return isStoreTo(program, each, variable); });
  if (program[variable].kind == Object::Kind::Parameter)
    return all.empty() && areArgumentsSame(variable);
  return all.size() == 1 && isSame(program[all.front()].operands[1]);
}

bool SteadyOutput::areArgumentsSame(ObjectId parameter) {
  const std::vector<ValueId> all = argumentsFor(parameter, reached);
  return !all.empty() &&
         std::ranges::all_of(all, [&](ValueId each) { return each.valid() && isSame(each); });
}

bool SteadyOutput::isWrittenInLoop(ValueId load) const {
  const FunctionAccesses &its = analysed.effects.functions[program[loop].function.index()];
  const LocationSet &places = analysed.pointsTo.of(program[load].operands[0]);
  auto writesThere = [&](const Access &access) {
    if (!access.isWrite)
      return false;
    const Locations written = locationsOf(analysed.effects, analysed.pointsTo, access);
    return std::ranges::any_of(places, [&](const Location &place) {
      return analysed.pointsTo.anyIn(written.set(), place.object, [&](const Location &each) {
        return mayOverlap(analysed.pointsTo, place, program[load].type.size, each, reachOf(access));
      });
    });
  };
  return places.empty() || std::ranges::any_of(valuesWithin(program, loop), [&](ValueId value) {
           return std::ranges::any_of(its.accessesAt(value), writesThere);
         });
}

/// Invalid for a call that lacks it.
std::vector<ValueId> SteadyOutput::argumentsFor(ObjectId parameter,
                                                const std::vector<ValueId> &calls) const {
  const FunctionId function = program[parameter].owner;
  const std::vector<ObjectId> &all = program[function].parameters;
  const auto number = static_cast<size_t>(std::ranges::find(all, parameter) - all.begin());
  std::vector<ValueId> found;
  for (ValueId call : calls) {
    const auto callees = analysed.pointsTo.callees.find(call);
    if (callees == analysed.pointsTo.callees.end() ||
        std::ranges::find(callees->second, function) == callees->second.end())
      continue;
    const Instruction &its = program[call];
    const size_t at = number + (!its.callee.valid() && its.calleeName.empty() ? 1 : 0);
    found.push_back(at < its.operands.size() ? its.operands[at] : ValueId());
  }
  return found;
}

// --- What is printed.

/// No format makes more characters than an int can count.
bool SteadyOutput::isWithinLimits(const Instruction &call) const {
  const LibraryFunction *library = libraryCalled(call);
  if (!library || library->format < 0)
    return true;
  const auto format = static_cast<size_t>(library->format);
  return format < call.operands.size() &&
         std::ranges::all_of(
             analysed.pointsTo.of(call.operands[format]),
             [&](const Location &each) {
               if (analysed.pointsTo.isSpecial(each.object) || each.offset != 0 || each.stride != 0)
                 return false;
               const FormatLengths lengths = lengthsOfFormat(program[each.object].text);
               return !lengths.hasLargeFields &&
                      (lengths.texts.empty() || call.calleeName[0] != 'v') &&
                      std::ranges::all_of(lengths.texts, [&](uint32_t text) {
                        const size_t at = format + 1 + text;
                        return at < call.operands.size() && isShortText(call.operands[at]);
                      });
             });
}

bool SteadyOutput::isShortText(ValueId text) const {
  constexpr int64_t longest = 1 << 20;
  const LocationSet &places = analysed.pointsTo.of(text);
  return !places.empty() && std::ranges::all_of(places, [&](const Location &each) {
    return !analysed.pointsTo.isSpecial(each.object) && each.high - each.low <= longest;
  });
}

// --- Where a stream or descriptor comes from.

/// The program knows that it is not open for writing.
bool SteadyOutput::isUnfit(ValueId value) const {
  std::set<ValueId> seen, origins;
  addOrigins(value, seen, origins);
  auto isNegative = [&](ValueId each) {
    return program[each].op == Op::Constant && program[each].number < 0;
  };
  return std::ranges::any_of(origins, [&](ValueId each) { return isReadOnly(each); }) ||
         (!origins.empty() && std::ranges::all_of(origins, isNegative));
}

/// What may have been stored in the variables and members that it is loaded from.
void SteadyOutput::addOrigins(ValueId value, std::set<ValueId> &seen,
                              std::set<ValueId> &origins) const {
  value = withoutConverts(program, value);
  if (!value.valid() || !seen.insert(value).second)
    return;
  const Instruction &its = program[value];
  const ObjectId variable = variableOf(program, value);
  if (its.op == Op::Select)
    for (size_t i : {1, 2})
      addOrigins(its.operands[i], seen, origins);
  else if (its.op != Op::Load || (variable.valid() && isStream(program[variable])))
    origins.insert(value);
  else
    for (ValueId each : storedFor(value))
      addOrigins(each, seen, origins);
}

/// All that may have been stored where it is loaded from; arguments count as stored.
std::vector<ValueId> SteadyOutput::storedFor(ValueId load) const {
  std::vector<ValueId> found;
  if (const ObjectId variable = variableOf(program, load);
      variable.valid() && program[variable].kind == Object::Kind::Parameter) {
    std::vector<ValueId> calls;
    for (const auto &[call, callees] : analysed.pointsTo.callees)
      calls.push_back(call);
    found = argumentsFor(variable, calls);
  }
  const LocationSet &places = analysed.pointsTo.of(program[load].operands[0]);
  for (const Instruction &its : program.values)
    if (its.op == Op::Store && meet(places, analysed.pointsTo.of(its.operands[0]), its.type.size))
      found.push_back(its.operands[1]);
  return found;
}

/// Bytes of a pointer or number at one of the places are among so many at one of the others.
bool SteadyOutput::meet(const LocationSet &places, const LocationSet &others, uint64_t size) const {
  return std::ranges::any_of(places, [&](const Location &place) {
    return std::ranges::any_of(others, [&](const Location &other) {
      return place.object == other.object && mayOverlap(analysed.pointsTo, place, 1, other, size);
    });
  });
}

/// Opened for reading alone.
bool SteadyOutput::isReadOnly(ValueId origin) const {
  static const std::set<std::string_view> streams = {"fopen", "fopen64", "fdopen",
                                                     "popen", "freopen", "freopen64"};
  constexpr int64_t accessBits = 3; // of O_RDONLY, which is 0, O_WRONLY and O_RDWR
  const Instruction &its = program[origin];
  if (its.op == Op::Load)
    return program[variableOf(program, origin)].name == "stdin";
  if (!libraryCalled(its) || its.operands.size() < 2)
    return false;
  const ValueId mode = withoutConverts(program, its.operands[1]);
  if (its.calleeName == "open" || its.calleeName == "open64")
    return program[mode].op == Op::Constant && (program[mode].number & accessBits) == 0;
  return streams.contains(its.calleeName) &&
         std::ranges::any_of(analysed.pointsTo.of(mode), [&](const Location &each) {
           return !analysed.pointsTo.isSpecial(each.object) &&
                  program[each.object].kind == Object::Kind::String &&
                  program[each.object].text.find_first_of("wa+") == std::string::npos;
         });
}

} // namespace kasuri
