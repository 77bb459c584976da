#include "reorder/FrontNumbers.h"

#include "reorder/NestNames.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace kasuri {

using GuardOp = GuardValue::Op;

static std::string typeOf(const GuardValue &loaded) {
  if (loaded.isPointer)
    return "char *";
  const std::string sign = loaded.isSigned ? "signed " : "unsigned ";
  switch (loaded.number) {
  case 1:
    return sign + "char";
  case 2:
    return sign + "short";
  case 4:
    return sign + "int";
  default:
    return sign + "long long";
  }
}

const FrontNumbers::Loaded *FrontNumbers::find(const GuardValue &value) const {
  auto found = std::find_if(loaded.begin(), loaded.end(),
                            [&](const Loaded &each) { return each.value == value; });
  return found == loaded.end() ? nullptr : &*found;
}

bool FrontNumbers::add(const GuardValue &value, const std::string &field) {
  if (value.op == GuardOp::Loaded)
    return find(value) || addLoaded(value, field);
  if (value.op == GuardOp::Variable)
    return source.program[value.object].type.kind == ValueType::Kind::Integer &&
           source.meansOne(value.object);
  return (value.op == GuardOp::Constant || value.op == GuardOp::Sum ||
          value.op == GuardOp::Product) &&
         std::all_of(value.operands.begin(), value.operands.end(),
                     [&](const GuardValue &operand) { return add(operand, field); });
}

/// The variable that it is found from.
static const GuardValue *rootOf(const GuardValue &value) {
  if (value.op == GuardOp::Variable || value.op == GuardOp::Address)
    return &value;
  for (const GuardValue &operand : value.operands)
    if (const GuardValue *root = rootOf(operand))
      return root;
  return nullptr;
}

/// A `const char *`.
std::optional<std::string> FrontNumbers::placeOf(const GuardValue &address) {
  if (address.op == GuardOp::Sum) {
    std::optional<std::string> text = placeOf(address.operands.front());
    for (size_t i = 1; i < address.operands.size(); ++i) {
      if (!text || !add(address.operands[i]))
        return std::nullopt;
      *text += " + " + textOf(address.operands[i], "long");
    }
    return text;
  }
  if (address.op == GuardOp::Loaded && address.isPointer)
    return add(address) ? std::optional(find(address)->name) : std::nullopt;
  if (address.op == GuardOp::Address)
    return "(const char *)&" + source.program[address.object].name;
  if (address.op == GuardOp::Variable &&
      source.program[address.object].type.kind == ValueType::Kind::Pointer)
    return "(const char *)" + source.program[address.object].name;
  return std::nullopt;
}

bool FrontNumbers::addLoaded(const GuardValue &value, const std::string &field) {
  const std::optional<std::string> place = placeOf(value.operands[0]);
  const GuardValue *root = rootOf(value);
  if (!place || !root || !source.meansOne(root->object))
    return false;
  const std::string &from = source.program[root->object].name;
  std::string name = source.fresh(from + "_" + (field.empty() ? "word" : field));
  auto isTaken = [&](const Loaded &each) { return each.name == name; };
  while (std::any_of(loaded.begin(), loaded.end(), isTaken))
    name = source.fresh(name + "_");
  const std::string type = typeOf(value), word = source.fresh(name + "_type");
  if (const std::string condition = requirements(); !condition.empty() && condition != flag) {
    flag = source.fresh(flag.empty() ? "is_read" : flag + "_");
    made += "  const int " + flag + " = " + condition + ";\n";
    required = {flag};
  }
  made += "  typedef " + type + " __attribute__((__may_alias__)) " + word + ";\n  " +
          (value.isPointer ? "char *const " : "const " + type + " ") + name + " = " +
          (flag.empty() ? "" : flag + " ? ") + "*(const " + word + " *)(" + *place + ")" +
          (flag.empty() ? "" : " : 0") + ";\n";
  loaded.push_back({value, name});
  return true;
}

std::string FrontNumbers::textOf(const GuardValue &value, const std::string &type) const {
  switch (value.op) {
  case GuardOp::Sum:
  case GuardOp::Product: {
    std::vector<std::string> parts;
    for (const GuardValue &operand : value.operands)
      parts.push_back(textOf(operand, type));
    return "(" + llvm::join(parts, value.op == GuardOp::Sum ? " + " : " * ") + ")";
  }
  case GuardOp::Variable: {
    const Object &variable = source.program[value.object];
    const bool isSame =
        type.empty() || (variable.type.isSigned && variable.type.bits <= (type == "int" ? 32 : 64));
    return isSame ? variable.name : "(" + type + ")" + variable.name;
  }
  case GuardOp::Loaded: {
    const bool isSame = type.empty() || (value.isSigned && value.number <= (type == "int" ? 4 : 8));
    return (isSame ? "" : "(" + type + ")") + find(value)->name;
  }
  default:
    return std::to_string(value.number);
  }
}

/// What the value is computed from.
static void collect(const GuardValue &value, std::vector<GuardValue> &found) {
  if (value.op == GuardOp::Loaded || value.op == GuardOp::Variable || value.op == GuardOp::Address)
    return found.push_back(value);
  for (const GuardValue &operand : value.operands)
    collect(operand, found);
}

static void collect(const Guard::Test &test, std::vector<GuardValue> &found) {
  for (const GuardValue *value :
       {&test.first.low, &test.first.end, &test.second.low, &test.second.end, &test.stride})
    collect(*value, found);
}

bool FrontNumbers::addAll(const std::vector<GuardValue> &values) {
  return std::all_of(values.begin(), values.end(), [&](const GuardValue &value) {
    return value.op == GuardOp::Loaded ? add(value) : source.meansOne(value.object);
  });
}

std::optional<NamedNumber> FrontNumbers::nameOf(const GuardValue &value, int64_t limit) const {
  if (limit != 0 && isParameter(value))
    return NamedNumber{textOf(value, ""), false, static_cast<double>(limit)};
  const Loaded *its = value.op == GuardOp::Loaded ? find(value) : nullptr;
  if (!its)
    return std::nullopt;
  if (value.isPointer)
    return NamedNumber{"(long)" + its->name, true, addressMost};
  const int bits = static_cast<int>(value.number) * 8;
  return NamedNumber{its->name, false, std::exp2(bits)};
}

bool FrontNumbers::isParameter(const GuardValue &value) const {
  const std::vector<AffineParameter> &all = source.nest.parameters;
  return value.op != GuardOp::Constant &&
         std::any_of(all.begin(), all.end(),
                     [&](const AffineParameter &each) { return each.value == value; });
}

/// Of the guards, with parameters that are no farther from 0 than a limit, which is required.
std::optional<std::string> FrontNumbers::textOf(const std::vector<Guard> &guards,
                                                const std::vector<GuardValue> &numbers) {
  // As they are; where two of them make an address; and where three do.
  for (int64_t limit : {int64_t(0), largestParameter, largestSide}) {
    const std::optional<std::string> text = conditionText(
        source.program, guards, {}, [&](const GuardValue &value) { return nameOf(value, limit); });
    if (!text)
      continue;
    for (const GuardValue &number : numbers)
      if (limit != 0 && isParameter(number))
        requireLimit(number, limit);
    return text;
  }
  return std::nullopt;
}

std::optional<std::string> FrontNumbers::pointerTo(const GuardValue &value) {
  const GuardValue *root = rootOf(value);
  const std::optional<std::string> place =
      root && source.meansOne(root->object) ? placeOf(value) : std::nullopt;
  if (!place)
    return std::nullopt;
  const bool isName = place->find(' ') == std::string::npos;
  return isName ? *place : "(" + *place + ")";
}

std::optional<std::string> FrontNumbers::addressOf(const GuardValue &value) {
  const std::optional<std::string> place = pointerTo(value);
  return place ? std::optional("(long)" + *place) : std::nullopt;
}

void FrontNumbers::requireLimit(int64_t limit) {
  for (const AffineParameter &parameter : source.nest.parameters)
    if (parameter.value.op != GuardOp::Constant)
      requireLimit(parameter.value, limit);
}

void FrontNumbers::requireLimit(const GuardValue &number, int64_t limit) {
  const std::string name = textOf(number, ""), most = std::to_string(limit);
  require(name + " <= " + most + " && " + name + " >= -" + most);
}

bool FrontNumbers::require(const Guard &guard) {
  for (const auto &condition : guard.exact) {
    std::vector<GuardValue> found;
    collect(condition.first, found);
    if (!addAll(found))
      return false;
    const std::optional<std::string> text =
        textOf({Guard{.alternatives = {}, .exact = {condition}, .text = ""}}, found);
    if (!text)
      return false;
    require(*text);
  }
  return true;
}

void FrontNumbers::require(const std::string &condition) {
  if (!condition.empty() && known.insert(condition).second)
    required.push_back(condition);
}

std::string FrontNumbers::requirements() const { return llvm::join(required, " && "); }

std::optional<std::string> FrontNumbers::conditionOf(std::vector<Guard> guards) {
  std::vector<GuardValue> found;
  for (Guard &guard : guards) {
    if (!require(guard))
      return std::nullopt;
    guard.exact.clear();
    for (const Guard::Test &test : guard.alternatives)
      collect(test, found);
  }
  return addAll(found) ? textOf(guards, found) : std::nullopt;
}

std::string FrontNumbers::isAbove(const AffineForm &form, int64_t limit) const {
  std::string text;
  for (const auto &[parameter, factor] : form.parameters)
    text += (text.empty() ? "" : " + ") + std::to_string(factor) + ".0 * " +
            textOf(source.nest.parameters[parameter].value, "");
  return text.empty() ? "" : text + " > " + std::to_string(limit - form.constant);
}

} // namespace kasuri
