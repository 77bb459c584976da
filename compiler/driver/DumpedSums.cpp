#include "driver/DumpedSums.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <vector>

namespace kasuri {
namespace {

using llvm::StringRef;

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

/// "a, { b, c }, d" at the commas outside of braces.
std::vector<StringRef> argumentsIn(StringRef text) {
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

/// A name, a number, or a vector of them.
bool isOperand(StringRef text) {
  if (text.consume_front("{"))
    return text.consume_back("}") && llvm::all_of(argumentsIn(text), isOperand);
  text.consume_front("-");
  return !text.empty() && text.find_first_of(" []()&*:{}\"") == StringRef::npos;
}

/// A number or a vector of them; those of real types have a point.
bool isInteger(StringRef text) {
  if (text.consume_front("{"))
    return text.consume_back("}") && llvm::all_of(argumentsIn(text), isInteger);
  text.consume_front("-");
  return !text.empty() && llvm::all_of(text, llvm::isDigit);
}

class DumpReader {
public:
  FusedSums sums;

  void read(StringRef dump) {
    while (!dump.empty()) {
      StringRef line;
      std::tie(line, dump) = dump.split('\n');
      line = line.trim();
      if (line.starts_with(";; Function "))
        startFunction();
      else if (line.consume_back(";"))
        addStatement(line);
    }
    startFunction();
  }

private:
  struct Added {
    OperatorPlace place; ///< of the sum
    StringRef term;      ///< what the instruction adds to the product
  };

  llvm::StringMap<std::optional<OperatorPlace>> products; ///< of the function, by name
  llvm::StringMap<StringRef> negated;
  std::vector<Added> added;
  bool hasHidden = false; ///< the function has a sum of which it is not known where it is from

  void startFunction() {
    for (const Added &each : added)
      note(each.place, hasHidden ? std::nullopt : std::optional(FusedSum{roundedBy(each.term)}));
    products.clear();
    negated.clear();
    added.clear();
    hasHidden = false;
  }

  void note(const OperatorPlace &place, std::optional<FusedSum> sum) {
    auto [its, isNew] = sums.try_emplace(place, sum);
    if (!isNew && its->second != sum)
      its->second = std::nullopt;
  }

  /// A product of an unknown place is at line 0.
  std::optional<OperatorPlace> roundedBy(StringRef term) const {
    if (const auto its = negated.find(term); its != negated.end())
      term = its->second;
    const auto its = products.find(term);
    return its == products.end() ? std::nullopt
                                 : std::optional(its->second.value_or(OperatorPlace()));
  }

  void addStatement(StringRef text) {
    std::optional<OperatorPlace> place;
    if (text.consume_front("[")) {
      const auto [its, behind] = text.split("] ");
      place = placeIn(its);
      text = behind;
    }
    const auto [name, value] = text.split(" = ");
    if (isOperand(name) && !value.empty())
      addValue(name, value, place);
  }

  void addValue(StringRef name, StringRef value, const std::optional<OperatorPlace> &place) {
    if (value.starts_with("."))
      return addCall(value, place);
    if (value.starts_with("-") && isOperand(value.drop_front())) {
      negated[name] = value.drop_front();
      return;
    }
    for (StringRef sign : {" * ", " + ", " - "})
      if (const auto [left, right] = value.split(sign); isOperand(left) && isOperand(right)) {
        if (sign != " * ")
          addSum(left, right, place);
        else if (!isInteger(left) && !isInteger(right))
          products[name] = place;
      }
  }

  void addSum(StringRef left, StringRef right, const std::optional<OperatorPlace> &place) {
    if (place)
      note(*place, std::nullopt);
    else
      hasHidden |= products.contains(left) || products.contains(right);
  }

  /// Other functions of the compiler's own may be sums as well.
  void addCall(StringRef value, const std::optional<OperatorPlace> &place) {
    const auto [function, list] = value.split(" (");
    const std::vector<StringRef> arguments =
        list.ends_with(")") ? argumentsIn(list.drop_back()) : std::vector<StringRef>();
    static constexpr std::array<llvm::StringLiteral, 4> fused = {".FMA", ".FMS", ".FNMA", ".FNMS"};
    const bool isFused = llvm::is_contained(fused, function) && arguments.size() == 3;
    if (isFused && place)
      added.push_back({*place, arguments.back()});
    else if (place)
      note(*place, std::nullopt);
    hasHidden |= isFused && !place;
  }
};

} // namespace

FusedSums fusedSumsIn(const std::string &dump) {
  DumpReader reader;
  reader.read(dump);
  return std::move(reader.sums);
}

} // namespace kasuri
