// Values by their operation and type, as an optimising compiler leaves them.
//
// What costs nothing: constants, addresses, members, plain variables (they are in registers),
// subscripts that an addressing mode can do, conversions between integers (a load or the next
// instruction does them). What the model calls opaque is a conversion if its one operand is of
// another kind, else something simple.
//
// Library functions cost cycles as measured for glibc on x86-64; input and output, as what they
// take when they mostly find room in their buffers.
#include "cost/Operations.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isFloating(const ValueType &type) { return type.kind == ValueType::Kind::Floating; }

bool isScale(int64_t stride) { return stride == 1 || stride == 2 || stride == 4 || stride == 8; }

struct Entry {
  std::string_view name;
  double cycles;
};

/// In alphabetical order.
constexpr Entry libraryCycles[] = {
    {"abort", 100},   {"abs", 1},        {"acos", 50},     {"asin", 50},     {"assert", 1},
    {"atan", 60},     {"atan2", 90},     {"atof", 200},    {"atoi", 60},     {"atol", 60},
    {"bsearch", 300}, {"calloc", 300},   {"cbrt", 60},     {"ceil", 3},      {"clock", 600},
    {"copysign", 2},  {"cos", 50},       {"cosh", 90},     {"erf", 80},      {"exit", 10000},
    {"exp", 40},      {"exp2", 35},      {"expm1", 60},    {"fabs", 1},      {"fclose", 2000},
    {"fgetc", 20},    {"fgets", 150},    {"floor", 3},     {"fma", 5},       {"fmax", 3},
    {"fmin", 3},      {"fmod", 60},      {"fopen", 9000},  {"fprintf", 900}, {"fputc", 20},
    {"fputs", 100},   {"fread", 600},    {"free", 100},    {"frexp", 10},    {"fscanf", 1200},
    {"fseek", 1000},  {"fwrite", 300},   {"getc", 20},     {"getchar", 20},  {"getenv", 200},
    {"hypot", 40},    {"isalnum", 4},    {"isalpha", 4},   {"isdigit", 2},   {"isspace", 4},
    {"labs", 1},      {"ldexp", 10},     {"llabs", 1},     {"llround", 8},   {"lrint", 4},
    {"lround", 8},    {"log", 40},       {"log10", 60},    {"log1p", 60},    {"log2", 40},
    {"malloc", 150},  {"memchr", 30},    {"memcmp", 30},   {"memcpy", 60},   {"memmove", 60},
    {"memset", 60},   {"nearbyint", 3},  {"pow", 90},      {"printf", 900},  {"putc", 20},
    {"putchar", 20},  {"puts", 150},     {"qsort", 15000}, {"rand", 40},     {"random", 40},
    {"realloc", 300}, {"rint", 3},       {"round", 4},     {"sin", 50},      {"sincos", 80},
    {"sinh", 90},     {"snprintf", 700}, {"sprintf", 700}, {"srand", 600},   {"sscanf", 1000},
    {"strcat", 60},   {"strchr", 30},    {"strcmp", 30},   {"strcpy", 40},   {"strlen", 25},
    {"strncmp", 30},  {"strncpy", 50},   {"strtod", 250},  {"strtol", 80},   {"strtoul", 80},
    {"tan", 80},      {"tanh", 80},      {"time", 100},    {"tolower", 3},   {"toupper", 3},
    {"trunc", 3},
};
constexpr double unknownCycles = 60;

const Entry *entryOf(std::string_view name) {
  const Entry *found = std::find_if(std::begin(libraryCycles), std::end(libraryCycles),
                                    [&](const Entry &each) { return each.name == name; });
  return found == std::end(libraryCycles) ? nullptr : found;
}

/// "__builtin_sqrt" and "__builtin___memcpy_chk" as what they stand for.
std::string_view plainName(std::string_view name) {
  constexpr std::string_view builtin = "__builtin_", underscores = "__", checked = "_chk";
  if (name.starts_with(builtin))
    name.remove_prefix(builtin.size());
  if (name.starts_with(underscores))
    name.remove_prefix(underscores.size());
  if (name.ends_with(checked))
    name.remove_suffix(checked.size());
  return name;
}

} // namespace

OperandType OperationCosts::typeOf(const ValueType &type) const {
  if (isFloating(type))
    return type.size == sizeof(float) ? OperandType::Float32 : OperandType::Float64;
  const bool isWide = type.bits > 32 || type.size > 4;
  return isWide ? OperandType::Int64 : OperandType::Int32;
}

bool OperationCosts::isInRegister(ValueId access) const {
  const ObjectId variable = variableOf(program, access);
  return variable.valid() && program[variable].isPlainScalar();
}

/// An addressing mode does it, or the counter of the loop, advanced by the stride.
bool OperationCosts::isFolded(const Instruction &element) const {
  if (element.operands.size() < 2)
    return true;
  const Instruction &index = program[withoutConverts(program, element.operands[1])];
  return isScale(element.number) || index.op == Op::Constant || index.op == Op::Load;
}

/// None: it costs nothing.
std::optional<OperationCosts::Kind> OperationCosts::kindOf(const Instruction &value) const {
  const OperandType type = typeOf(value.type);
  switch (value.op) {
  case Op::Constant:
  case Op::Address:
  case Op::Field:
  case Op::Convert:
  case Op::Call:
    return std::nullopt;
  case Op::Load:
    return Kind{Operation::Load, type};
  case Op::Store:
    return Kind{Operation::Store, type};
  case Op::Element:
    return isFolded(value) ? std::nullopt
                           : std::optional(Kind{Operation::Simple, OperandType::Int64});
  case Op::Mul:
    return Kind{Operation::Multiply, type};
  case Op::Div:
  case Op::Rem: {
    const Instruction &divisor = program[withoutConverts(program, value.operands[1])];
    const bool isConstant = divisor.op == Op::Constant && !isFloating(value.type);
    return Kind{isConstant ? Operation::Multiply : Operation::Divide, type};
  }
  case Op::Compare:
    return Kind{Operation::Simple, typeOf(program[value.operands[0]].type)};
  case Op::Opaque:
    return kindOfOpaque(value);
  default:
    return Kind{Operation::Simple, type};
  }
}

std::optional<OperationCosts::Kind> OperationCosts::kindOfOpaque(const Instruction &value) const {
  if (value.operands.empty())
    return std::nullopt;
  const OperandType type = typeOf(value.type);
  const Instruction &from = program[value.operands[0]];
  const bool isUnary = value.operands.size() == 1;
  if (isUnary && from.op == Op::Constant)
    return std::nullopt;
  if (isUnary && from.type.kind != value.type.kind)
    return Kind{Operation::Convert, isFloating(value.type) ? type : typeOf(from.type)};
  return Kind{Operation::Simple, type};
}

Pressure OperationCosts::pressure(ValueId id) const {
  const Instruction &value = program[id];
  const bool isAccess = value.op == Op::Load || value.op == Op::Store;
  const std::optional<Kind> kind = kindOf(value);
  Pressure pressure;
  if (!kind || (isAccess && isInRegister(id)))
    return pressure;
  // Structures are copied in pieces of a vector's size.
  constexpr double pieceBytes = 16;
  const double pieces =
      isAccess ? std::max(1.0, static_cast<double>(value.type.size) / pieceBytes) : 1;
  const bool isOnFloating =
      kind->type == OperandType::Float32 || kind->type == OperandType::Float64;
  Pressure::Unit unit = isOnFloating ? Pressure::Floating : Pressure::Integer;
  if (isAccess)
    unit = value.op == Op::Load ? Pressure::LoadUnit : Pressure::StoreUnit;
  else if (kind->operation == Operation::Divide)
    unit = Pressure::Divider;
  pressure.ns[unit] = pieces * target.of(kind->operation, kind->type).busyNs;
  pressure.ns[Pressure::Issue] = pieces * target.issueNs;
  return pressure;
}

double OperationCosts::latencyNs(ValueId id) const {
  const Instruction &value = program[id];
  const bool isAccess = value.op == Op::Load || value.op == Op::Store;
  if (isAccess && isInRegister(id))
    return 0;
  const std::optional<Kind> kind = kindOf(value);
  return kind ? target.of(kind->operation, kind->type).latencyNs : 0;
}

LibraryCost libraryCost(std::string_view name, const TargetCost &target) {
  name = plainName(name);
  const bool isFloat = name.ends_with("f");
  const std::string_view withoutSuffix = name.substr(0, name.size() - (isFloat ? 1 : 0));
  if (withoutSuffix == "sqrt")
    return {target.of(Operation::SquareRoot, isFloat ? OperandType::Float32 : OperandType::Float64)
                .busyNs};
  const Entry *entry = entryOf(name);
  if (!entry)
    entry = entryOf(withoutSuffix);
  return {(entry ? entry->cycles : unknownCycles) * target.cycleNs, entry != nullptr};
}

} // namespace kasuri
