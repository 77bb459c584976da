// Trip counts from constants, and from where constants go.
//
//     static void scale(double *a, int n) {           n: 512, the only argument there is
//       for (int i = 0; i < n; i++)                   512, known
//         for (int j = i; j < n; j++) ...             256, likely: the mean over all i
//     }
//     int n = argc > 1 ? atoi(argv[1]) : 1000;
//     for (int i = 0; i < n; i++) ...                 1000, likely, and open
//
// A variable has the value that is stored to it, a parameter that of its arguments; where these
// differ it has their mean, and where some are unknown that of the others. Members of structures
// are told apart by name. A variable that its own value is made of is unknown. A loop that may be
// left early runs half its trips, and the body of do { … } while (0) once. Where nothing is found,
// the smallest declared array that the loop walks bounds it; else it is a mere default. Where
// constants do not settle it, an annotation of the source does.
//
// These are estimates: nothing here asks whether a store reaches the loop.
#include "cost/Trips.h"

#include "model/Regions.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace kasuri {
namespace {

constexpr double countedDefault = 20, otherDefault = 10;
constexpr double unknownSize = 1000; ///< where only the ratio of trip counts matters
constexpr double nearlyLinear = 0.1; ///< of the larger count at the ends

} // namespace

std::string memberOf(const std::string &text) {
  const size_t dot = text.find_last_of(".>");
  if (dot == std::string::npos || dot + 1 == text.size())
    return "";
  const std::string name = text.substr(dot + 1);
  const bool isName = std::all_of(name.begin(), name.end(), [](unsigned char each) {
    return std::isalnum(each) || each == '_';
  });
  return isName ? name : "";
}

TripCounts::TripCounts(const Program &program, const Parallelism &facts) : program(program) {
  for (size_t i = 0; i < program.values.size(); ++i) {
    noteElement(ValueId(i));
    if (program.values[i].op != Op::Store)
      continue;
    if (ObjectId variable = variableOf(program, ValueId(i)); variable.valid())
      stores[variable].push_back(ValueId(i));
    else if (std::string member = memberOf(program.values[i].text); !member.empty())
      memberStores[member].push_back(ValueId(i));
  }
  for (const auto &[call, callees] : facts.callees)
    for (FunctionId callee : callees)
      callsOf[callee].push_back(call);
  for (const Function &function : program.functions)
    hasMain |= function.name == "main";
}

Trips TripCounts::of(RegionId loop) {
  const bool isOfCall = inCall && program[loop].function == inCall->function;
  std::map<RegionId, Trips> &all = isOfCall ? inCall->known : known;
  if (auto found = all.find(loop); found != all.end())
    return found->second;
  all[loop] = {.count = countedDefault, .basis = Trips::Basis::Defaulted};
  return all[loop] = count(loop);
}

Trips TripCounts::of(RegionId loop, Call &call) {
  inCall = &call;
  const Trips trips = of(loop);
  inCall = nullptr;
  return trips;
}

TripCounts::Arguments TripCounts::argumentsOf(ValueId call, FunctionId callee, Call *around) {
  Arguments known;
  const Instruction &value = program[call];
  const bool isComputed = !value.callee.valid() && value.calleeName.empty();
  inCall = around;
  for (size_t i = 0; i < program[callee].parameters.size(); ++i) {
    const ObjectId parameter = program[callee].parameters[i];
    const size_t at = i + (isComputed ? 1 : 0);
    if (at < value.operands.size() && !program[parameter].addressTaken &&
        program[parameter].type.kind == ValueType::Kind::Integer && stores[parameter].empty())
      if (const std::optional<Number> number = this->number(value.operands[at]))
        known[parameter] = *number;
  }
  inCall = nullptr;
  return known;
}

/// What the source says of it, unless constants say so.
std::optional<Trips> TripCounts::annotated(RegionId loop) {
  const std::vector<AnnotationId> all = annotationsOf(program, loop, Annotation::Kind::TripCount);
  if (all.empty())
    return std::nullopt;
  const std::optional<Trips> counted = this->counted(loop);
  if (counted && counted->basis == Trips::Basis::Known && !leavingJump(program, loop).valid())
    return std::nullopt;
  return Trips{.count = program[all.front()].number, .basis = Trips::Basis::Likely};
}

Trips TripCounts::count(RegionId loop) {
  const CountedForm &form = program[loop].counted;
  if (program[loop].runsOnce)
    return {.count = 1, .basis = Trips::Basis::Known};
  if (auto told = annotated(loop))
    return *told;
  if (!program[loop].obstacle.empty()) // a goto repeats what did not succeed
    return {.count = 1, .basis = Trips::Basis::Defaulted};
  if (!form.variable.valid())
    return {.count = otherDefault, .basis = Trips::Basis::Defaulted};
  std::optional<Trips> trips = counted(loop);
  if (!trips)
    if (uint64_t extent = walkedExtent(loop))
      trips = {.count = static_cast<double>(extent) /
                        static_cast<double>(std::max<int64_t>(1, std::abs(form.step))),
               .basis = Trips::Basis::Array};
  if (!trips)
    return {.count = countedDefault, .basis = Trips::Basis::Defaulted, .isOpen = true};
  if (leavingJump(program, loop).valid()) {
    trips->count /= 2;
    if (trips->basis == Trips::Basis::Known)
      trips->basis = Trips::Basis::Likely;
  }
  return *trips;
}

std::optional<Trips> TripCounts::counted(RegionId loop) {
  const CountedForm &form = program[loop].counted;
  if (form.step == 0 || !form.initial.valid() || !form.bound.valid() || form.hasOtherAddends)
    return std::nullopt;
  std::optional<Number> initial = number(form.initial), bound = number(form.bound);
  if (!initial || !bound)
    return std::nullopt;
  double distance = bound->value - static_cast<double>(form.addend) -
                    static_cast<double>(form.factor) * initial->value;
  bool reachesBound =
      form.relation == Relation::LessEqual || form.relation == Relation::GreaterEqual;
  if (reachesBound)
    distance += form.step > 0 ? 1 : -1;
  const double step = static_cast<double>(form.testedStep() - form.boundStep);
  const bool isSure = initial->isSure && bound->isSure;
  if (step == 0 || (!isSure && distance / step <= 0))
    return std::nullopt;
  const double count = std::max(0.0, distance / step);
  Trips trips{.count = isSure ? std::ceil(count) : count,
              .basis = isSure ? Trips::Basis::Known : Trips::Basis::Likely,
              .isOpen = initial->isOpen || bound->isOpen};
  if (!form.otherBounds.empty() && isSure)
    trips.basis = Trips::Basis::Likely;
  return trips;
}

void TripCounts::noteElement(ValueId id) {
  const Instruction &value = program[id];
  if (value.op != Op::Element || value.extent == 0 || value.operands.size() != 2)
    return;
  const ValueId index = withoutConverts(program, value.operands[1]);
  if (ObjectId variable = variableOf(program, index);
      program[index].op == Op::Load && variable.valid())
    elements[variable].push_back(id);
}

/// The smallest declared array that the loop indexes by its variable; 0: none.
uint64_t TripCounts::walkedExtent(RegionId loop) const {
  auto found = elements.find(program[loop].counted.variable);
  if (found == elements.end())
    return 0;
  uint64_t least = 0;
  for (ValueId id : found->second)
    if (contains(program, loop, program[id].block))
      least = least == 0 ? program[id].extent : std::min(least, program[id].extent);
  return least;
}

std::optional<TripCounts::Number> TripCounts::number(ValueId id) {
  const Instruction &value = program[id];
  switch (value.op) {
  case Op::Constant:
    return Number{.value = static_cast<double>(value.number)};
  case Op::Convert:
    return number(value.operands[0]);
  case Op::Select:
    return choice({value.operands[1], value.operands[2]});
  case Op::Load:
    return value.isVolatile ? std::nullopt : loaded(id);
  default:
    return arithmetic(value);
  }
}

std::optional<TripCounts::Number> TripCounts::arithmetic(const Instruction &value) {
  if (value.type.kind != ValueType::Kind::Integer || value.operands.empty())
    return std::nullopt;
  if (value.op == Op::Negate) {
    std::optional<Number> of = number(value.operands[0]);
    if (of)
      of->value = -of->value;
    return of;
  }
  const bool isKnown = value.operands.size() == 2 && value.op >= Op::Add && value.op <= Op::Shr;
  std::optional<Number> a, b;
  if (isKnown && (a = number(value.operands[0])))
    b = number(value.operands[1]);
  if (!a || !b)
    return std::nullopt;
  Number result{.isSure = a->isSure && b->isSure, .isOpen = a->isOpen || b->isOpen};
  const bool isDivision = value.op == Op::Div || value.op == Op::Rem;
  if (isDivision && b->value == 0)
    return std::nullopt;
  switch (value.op) {
  case Op::Add:
    result.value = a->value + b->value;
    break;
  case Op::Sub:
    result.value = a->value - b->value;
    break;
  case Op::Mul:
    result.value = a->value * b->value;
    break;
  case Op::Div:
    result.value = std::trunc(a->value / b->value);
    break;
  case Op::Rem:
    result.value = std::fmod(a->value, b->value);
    break;
  case Op::Shl:
    result.value = a->value * std::exp2(b->value);
    break;
  default: // Op::Shr
    result.value = std::floor(a->value / std::exp2(b->value));
  }
  return std::isfinite(result.value) ? std::optional(result) : std::nullopt;
}

/// One of these values: the mean of the known ones.
std::optional<TripCounts::Number> TripCounts::choice(const std::vector<ValueId> &values) {
  Number result;
  double sum = 0, count = 0;
  for (ValueId value : values) {
    std::optional<Number> each = number(value);
    result.isOpen |= !each || each->isOpen;
    result.isSure &= each && each->isSure && (count == 0 || each->value == sum / count);
    if (each) {
      sum += each->value;
      ++count;
    }
  }
  if (count == 0)
    return std::nullopt;
  result.value = sum / count;
  return result;
}

std::optional<TripCounts::Number> TripCounts::loaded(ValueId load) {
  const ObjectId variable = variableOf(program, load);
  if (!assumed)
    return loadedFrom(variable, load);
  if (variable.valid() && variable == assumed->counter)
    return Number{.value = assumed->value};
  const std::optional<Assumption> before = std::exchange(assumed, std::nullopt);
  const std::optional<Number> known = loadedFrom(variable, load);
  assumed = before;
  return Number{.value = known ? known->value : unknownSize};
}

std::optional<TripCounts::Number> TripCounts::loadedFrom(ObjectId variable, ValueId load) {
  if (!variable.valid())
    return ofMember(memberOf(program[load].text));
  if (program[variable].isVolatile)
    return std::nullopt;
  for (RegionId up = program[load].block; up.valid(); up = program[up].parent) {
    const Region &loop = program[up];
    if (loop.kind == Region::Kind::Loop && loop.counted.variable == variable &&
        (!loop.init.valid() || !contains(program, loop.init, program[load].block)))
      return meanOf(up);
  }
  return ofVariable(variable);
}

double TripCounts::growth(RegionId inner, RegionId outer) {
  const CountedForm &form = program[outer].counted;
  if (!form.variable.valid() || !form.initial.valid() || form.step == 0)
    return 0;
  const double trips = assumedCount(outer, {});
  assumed = Assumption{};
  const std::optional<Number> initial = number(form.initial);
  assumed.reset();
  if (!initial || trips < 2)
    return 0;
  auto countAt = [&](double iteration) {
    const double value = initial->value + static_cast<double>(form.step) * iteration;
    return assumedCount(inner, {form.variable, value});
  };
  const double atFirst = countAt(0), atLast = countAt(trips - 1);
  const double between = std::floor((trips - 1) / 3); // `i % 8` is no slope
  const double expected = atFirst + (atLast - atFirst) * between / (trips - 1);
  const bool isLinear =
      std::abs(countAt(between) - expected) <= 1 + nearlyLinear * std::max(atFirst, atLast);
  return isLinear && atFirst + atLast > 0 ? (atLast - atFirst) / (atFirst + atLast) : 0;
}

double TripCounts::assumedCount(RegionId loop, const Assumption &assumption) {
  assumed = assumption;
  const std::optional<Trips> trips = counted(loop);
  assumed.reset();
  return trips ? trips->count : 0;
}

/// Of the counter of a loop, over its iterations.
std::optional<TripCounts::Number> TripCounts::meanOf(RegionId loop) {
  const CountedForm &form = program[loop].counted;
  std::optional<Number> initial;
  if (form.initial.valid() && form.step != 0)
    initial = number(form.initial);
  const Trips trips = of(loop);
  if (!initial || trips.basis == Trips::Basis::Defaulted)
    return std::nullopt;
  return Number{.value = initial->value +
                         static_cast<double>(form.step) * std::max(0.0, trips.count - 1) / 2,
                .isSure = false,
                .isOpen = initial->isOpen || trips.isOpen};
}

std::optional<TripCounts::Number> TripCounts::ofVariable(ObjectId id) {
  if (inCall && program[id].owner == inCall->function)
    return inThisCall(id);
  auto [place, isNew] = variables.try_emplace(id, std::nullopt);
  if (!isNew)
    return place->second;
  // What other functions have is the mean of all calls.
  Call *const before = std::exchange(inCall, nullptr);
  const std::optional<Number> found = findVariable(id);
  inCall = before;
  return variables[id] = found;
}

std::optional<TripCounts::Number> TripCounts::inThisCall(ObjectId id) {
  if (auto given = inCall->arguments.find(id); given != inCall->arguments.end())
    return given->second;
  auto [place, isNew] = inCall->variables.try_emplace(id, std::nullopt);
  return isNew ? inCall->variables[id] = findVariable(id) : place->second;
}

std::optional<TripCounts::Number> TripCounts::findVariable(ObjectId id) {
  const Object &variable = program[id];
  std::vector<ValueId> values;
  for (ValueId store : stores[id])
    values.push_back(program[store].operands[1]);
  const bool isBuiltUp =
      std::any_of(values.begin(), values.end(), [&](ValueId value) { return reads(value, id); });
  if (variable.addressTaken || isBuiltUp || variable.type.kind != ValueType::Kind::Integer)
    return std::nullopt;
  const bool isParameter = variable.kind == Object::Kind::Parameter;
  if (isParameter)
    for (ValueId argument : argumentsFor(id))
      values.push_back(argument);
  // Arguments are values of the callers.
  Call *const here = isParameter ? std::exchange(inCall, nullptr) : inCall;
  std::optional<Number> result = choice(values);
  inCall = here;
  const bool isSeenElsewhere =
      isParameter ? (!hasMain || program.isNamedOutside) && !program[variable.owner].isInternal
                  : variable.isExternallyVisible;
  if (result && isSeenElsewhere) {
    result->isSure = false;
    result->isOpen = true;
  }
  return result;
}

/// By name: structures with members of one name are taken for one.
std::optional<TripCounts::Number> TripCounts::ofMember(const std::string &name) {
  auto stored = memberStores.find(name);
  if (stored == memberStores.end())
    return std::nullopt;
  auto [place, isNew] = members.try_emplace(name, std::nullopt);
  const std::vector<ValueId> &all = stored->second;
  std::vector<ValueId> values;
  for (ValueId store : all)
    values.push_back(program[store].operands[1]);
  const bool isBuiltUp = std::any_of(values.begin(), values.end(),
                                     [&](ValueId value) { return readsMember(value, name); });
  if (!isNew || isBuiltUp || program[all.front()].type.kind != ValueType::Kind::Integer)
    return place->second;
  std::optional<Number> result = choice(values);
  if (result) {
    result->isSure = false;
    result->isOpen = true;
  }
  return members[name] = result;
}

std::vector<ValueId> TripCounts::argumentsFor(ObjectId parameter) const {
  const FunctionId function = program[parameter].owner;
  std::vector<ValueId> arguments;
  if (!function.valid() || !callsOf.contains(function))
    return arguments;
  const std::vector<ObjectId> &all = program[function].parameters;
  const size_t position =
      static_cast<size_t>(std::find(all.begin(), all.end(), parameter) - all.begin());
  for (ValueId call : callsOf.at(function)) {
    const Instruction &value = program[call];
    const bool isComputed = !value.callee.valid() && value.calleeName.empty();
    if (const size_t at = position + (isComputed ? 1 : 0); at < value.operands.size())
      arguments.push_back(value.operands[at]);
  }
  return arguments;
}

/// The value is computed from the variable's, in the same block.
bool TripCounts::reads(ValueId id, ObjectId variable) const {
  const Instruction &value = program[id];
  if (value.op == Op::Load)
    return variableOf(program, id) == variable;
  return std::any_of(value.operands.begin(), value.operands.end(),
                     [&](ValueId operand) { return reads(operand, variable); });
}

bool TripCounts::readsMember(ValueId id, const std::string &name) const {
  const Instruction &value = program[id];
  if (value.op == Op::Load)
    return memberOf(value.text) == name;
  return std::any_of(value.operands.begin(), value.operands.end(),
                     [&](ValueId operand) { return readsMember(operand, name); });
}

} // namespace kasuri
