#include "driver/contraction/DumpText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>

namespace kasuri {

using llvm::StringRef;

namespace {

/// "file:line:column", perhaps with more behind it.
std::optional<OperatorPlace> placeIn(StringRef text) {
  const auto [front, column] = text.split(' ').first.rsplit(':');
  const auto [file, line] = front.rsplit(':');
  OperatorPlace place{file.str()};
  if (file.empty() || line.getAsInteger(10, place.line) || column.getAsInteger(10, place.column) ||
      place.line == 0 || place.column == 0)
    return std::nullopt;
  return place;
}

} // namespace

void DumpedIntegers::addDeclaration(StringRef line) {
  // GCC's optimizations make "unsigned long" where sources have "long unsigned int".
  static constexpr std::array<StringRef, 17> types = {"int",
                                                      "unsigned int",
                                                      "short int",
                                                      "char",
                                                      "short unsigned int",
                                                      "long int",
                                                      "signed char",
                                                      "unsigned char",
                                                      "long unsigned int",
                                                      "long long int",
                                                      "sizetype",
                                                      "long long unsigned int",
                                                      "ssizetype",
                                                      "unsigned short",
                                                      "unsigned long",
                                                      "unsigned long long",
                                                      "_Bool"};
  const auto [type, name] = line.rsplit(' ');
  if (name.size() > 1 && name.front() == '_' && llvm::all_of(name.drop_front(), llvm::isDigit))
    (llvm::is_contained(types, type) ? integers : others).insert(name);
}

bool DumpedIntegers::contains(StringRef name) const {
  return integers.contains(name) && !others.contains(name);
}

std::vector<StringRef> dumpedArgumentsIn(StringRef text) {
  std::vector<StringRef> found;
  size_t begin = 0, depth = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      found.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && depth > 0) {
      --depth;
    }
  }
  return found;
}

bool isDumpedOperand(StringRef text) {
  if (text.consume_front("{"))
    return text.consume_back("}") && llvm::all_of(dumpedArgumentsIn(text), isDumpedOperand);
  text.consume_front("-");
  text.consume_back("(D)"); // a parameter's
  return !text.empty() && text.find_first_of(" []()&*:{}\"") == StringRef::npos;
}

bool isDumpedInteger(StringRef text) {
  if (text.consume_front("{"))
    return text.consume_back("}") && llvm::all_of(dumpedArgumentsIn(text), isDumpedInteger);
  text.consume_front("-");
  return !text.empty() && llvm::all_of(text, llvm::isDigit);
}

std::optional<DumpedStatement> dumpedStatementIn(StringRef line) {
  DumpedStatement made;
  if (line.consume_front("[")) {
    const auto [its, behind] = line.split("] ");
    made.place = placeIn(its);
    line = behind;
  }
  std::tie(made.name, made.value) = line.split(" = ");
  return isDumpedOperand(made.name) && !made.value.empty() ? std::optional(made) : std::nullopt;
}

StringRef withoutDumpedPlace(StringRef text) {
  text = text.trim();
  return text.starts_with("[") ? text.split("] ").second.trim() : text;
}

std::optional<DumpedPhi> dumpedPhiIn(StringRef line) {
  auto [name, list] = line.split(" = PHI <");
  if (!list.consume_back(">"))
    return std::nullopt;
  DumpedPhi phi{name, {}};
  llvm::SmallVector<StringRef> parts;
  list.split(parts, ", ");
  for (StringRef each : parts) {
    each = withoutDumpedPlace(each);
    const size_t begin = each.rfind('(');
    unsigned from = 0;
    if (begin == StringRef::npos || each.slice(begin + 1, each.size() - 1).getAsInteger(10, from))
      return std::nullopt;
    phi.values.emplace_back(each.take_front(begin), from);
  }
  return phi;
}

std::vector<StringRef> dumpedNamesIn(const DumpedPhi &phi) {
  std::vector<StringRef> names;
  for (StringRef value : llvm::make_first_range(phi.values)) {
    const StringRef digits = value.ltrim('-');
    if (digits.empty() || !llvm::isDigit(digits.front()))
      names.push_back(value);
  }
  return names;
}

void readDump(StringRef dump, llvm::function_ref<void(StringRef)> function,
              llvm::function_ref<void(StringRef)> line,
              llvm::function_ref<void(const DumpedPhi &)> phi) {
  while (!dump.empty()) {
    StringRef its;
    std::tie(its, dump) = dump.split('\n');
    its = its.trim();
    if (its.consume_front(";; Function "))
      function(its.split(' ').first);
    else if (const auto found = its.consume_front("# ") ? dumpedPhiIn(its) : std::nullopt)
      phi(*found);
    else if (its.consume_back(";"))
      line(its);
  }
}

StringRef dumpedNegatedIn(StringRef value) {
  return value.consume_front("-") && isDumpedOperand(value) ? value : StringRef();
}

std::optional<std::pair<StringRef, StringRef>> dumpedOperandsOf(StringRef value, StringRef sign) {
  const auto operands = value.split(sign);
  return isDumpedOperand(operands.first) && isDumpedOperand(operands.second)
             ? std::optional(operands)
             : std::nullopt;
}

bool DumpedCall::isFused() const {
  static constexpr std::array<llvm::StringLiteral, 4> fused = {".FMA", ".FMS", ".FNMA", ".FNMS"};
  return llvm::is_contained(fused, function) && arguments.size() == 3;
}

DumpedCall dumpedCallIn(StringRef value) {
  const auto [function, list] = value.split(" (");
  return {function,
          list.ends_with(")") ? dumpedArgumentsIn(list.drop_back()) : std::vector<StringRef>()};
}

} // namespace kasuri
