// Printing guards as calls of the checked arithmetic in kasuri.h.
#include "emit/GuardText.h"

#include "analysis/support/Linear.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {
namespace {

std::string call(const Program &program, const char *function,
                 const std::vector<GuardValue> &values) {
  std::string text = valueText(program, values.front());
  for (size_t i = 1; i < values.size(); ++i) {
    std::string first = function;
    first += "(";
    first += text;
    text = first + ", " + valueText(program, values[i]) + ")";
  }
  return text;
}

std::string variableText(const Object &object, const GuardValue &value) {
  if (value.op == GuardValue::Op::Address)
    return "(ks_int64)(ks_address)&" + object.name;
  if (object.type.kind == ValueType::Kind::Pointer)
    return "(ks_int64)(ks_address)" + object.name;
  bool isLarge = object.type.bits == 64 && !object.type.isSigned;
  return isLarge ? "ks_exactly(" + object.name + ")" : "(ks_int64)" + object.name;
}

std::string textOf(const Program &program, const GuardRange &range) {
  return valueText(program, range.low) + ", " + valueText(program, range.end);
}

std::string textOf(const Program &program, const GuardRows &rows) {
  const bool isTable = rows.pitch != 0;
  return (isTable ? textOf(program, rows.entries) : "0, 0") + ", " + std::to_string(rows.pitch) +
         ", " + textOf(program, rows.bytes);
}

/// The names of kasuri.h.
const char *nameOf(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return "KS_LESS";
  case Relation::LessEqual:
    return "KS_LESS_EQUAL";
  case Relation::Greater:
    return "KS_GREATER";
  case Relation::GreaterEqual:
    return "KS_GREATER_EQUAL";
  case Relation::Equal:
    return "KS_EQUAL";
  case Relation::NotEqual:
    return "KS_NOT_EQUAL";
  }
  return "";
}

/// Of a finite number, exactly.
std::string textOf(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.17g", number);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string textOf(const Program &program, const GuardElements &elements) {
  const std::string table = textOf(program, elements.table) + ", " +
                            std::to_string(elements.pitch) + ", " + std::to_string(elements.bytes) +
                            ", ";
  if (elements.real)
    return "ks_no_real_is(" + table + nameOf(elements.relation) + ", " +
           (elements.isTrueThere ? "1" : "0") + ", " + textOf(*elements.real) + ")";
  return "ks_all_lie_between(" + table + (elements.isSigned ? "1" : "0") + ", " +
         valueText(program, elements.least) + ", " + valueText(program, elements.most) + ")";
}

std::string textOf(const Program &program, const Guard::Test &test) {
  if (test.kind == Guard::Test::Kind::Elements)
    return textOf(program, test.elements);
  if (test.kind == Guard::Test::Kind::WithinStride)
    return "ks_is_spread(" + textOf(program, test.first) + ", " + valueText(program, test.stride) +
           ")";
  if (test.kind == Guard::Test::Kind::NotNegative)
    return "ks_is_within(" + valueText(program, test.stride) + ", " +
           std::to_string(unboundedAbove) + ")";
  if (test.kind == Guard::Test::Kind::Distinct)
    return "ks_are_distinct(" + textOf(program, test.first) + ", " +
           std::to_string(test.stride.number) + ")";
  if (test.kind == Guard::Test::Kind::RowsApart)
    return "ks_rows_are_apart(" + textOf(program, test.rows) + ")";
  if (test.kind == Guard::Test::Kind::RowsBeside)
    return "ks_rows_are_beside(" + textOf(program, test.rows) + ", " +
           textOf(program, test.others) + ")";
  return "ks_is_apart(" + textOf(program, test.first) + ", " + textOf(program, test.second) + ")";
}

} // namespace

std::string valueText(const Program &program, const GuardValue &value) {
  using Op = GuardValue::Op;
  switch (value.op) {
  case Op::Constant:
    return std::to_string(value.number);
  case Op::LastIteration:
    return "ks_trip_0 - 1";
  case Op::Variable:
  case Op::Address:
    return variableText(program[value.object], value);
  case Op::Loaded:
  case Op::Peeked:
    return std::string(value.op == Op::Loaded ? "ks_loaded(" : "ks_peeked(") +
           valueText(program, value.operands[0]) + ", " + std::to_string(value.number) + ", " +
           (value.isSigned ? "1" : "0") + ")";
  case Op::Sum:
    return call(program, "ks_sum", value.operands);
  case Op::Product:
    return call(program, "ks_product", value.operands);
  case Op::Quotient:
    return "ks_quotient(" + valueText(program, value.operands[0]) + ", " +
           std::to_string(value.number) + ")";
  case Op::Least:
    return call(program, "ks_least", value.operands);
  case Op::Most:
    return call(program, "ks_most", value.operands);
  }
  return "";
}

std::vector<std::string> guardTexts(const Program &program, const std::vector<Guard> &guards) {
  std::vector<std::string> texts;
  for (const Guard &guard : guards) {
    for (const auto &[value, limit] : guard.exact) {
      const bool isKnown = value.op == GuardValue::Op::Constant && value.number >= 0;
      const std::string text =
          "ks_is_within(" + valueText(program, value) + ", " + std::to_string(limit) + ")";
      if (!(isKnown && value.number <= limit) && !llvm::is_contained(texts, text))
        texts.push_back(text);
    }
    std::string any;
    for (const Guard::Test &test : guard.alternatives)
      any += (any.empty() ? "" : " || ") + textOf(program, test);
    if (!any.empty())
      texts.push_back(guard.alternatives.size() > 1 ? "(" + any + ")" : any);
  }
  return texts;
}

} // namespace kasuri
