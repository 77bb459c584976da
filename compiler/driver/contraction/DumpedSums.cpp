#include "driver/contraction/DumpedSums.h"

#include "driver/contraction/DumpText.h"
#include "driver/contraction/DumpedLanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>

namespace kasuri {
namespace {

using llvm::StringRef;

/// Of a number, or of a vector of equal ones.
std::optional<double> numberIn(StringRef operand) {
  if (operand.consume_front("{") && operand.consume_back("}")) {
    const std::vector<StringRef> lanes = dumpedArgumentsIn(operand.trim());
    operand = llvm::all_equal(lanes) && !lanes.empty() ? lanes.front() : "";
  }
  double number = 0;
  return operand.getAsDouble(number) ? std::nullopt : std::optional(std::abs(number));
}

/// Nothing if there is none, or two.
std::optional<double> numberOf(StringRef left, StringRef right) {
  const auto first = numberIn(left), second = numberIn(right);
  return first && second ? std::nullopt : first ? first : second;
}

class DumpReader {
public:
  FusedSums sums;

  void read(StringRef dump) {
    readDump(
        dump, [&](StringRef) { startFunction(); }, [&](StringRef line) { addStatement(line); },
        [&](const DumpedPhi &phi) { phis[phi.name] = phi; });
    startFunction();
  }

private:
  struct Added {
    OperatorPlace place;          ///< of the sum
    StringRef term;               ///< what the instruction adds to the product
    bool isMixed;                 ///< places are those of its first lane
    std::optional<double> number; ///< the product's factor in all lanes
  };

  llvm::StringMap<std::optional<OperatorPlace>> products; ///< of the function, by name
  llvm::StringMap<double> numbers;                        ///< factors of these in all lanes
  llvm::StringMap<StringRef> negated;
  llvm::StringMap<DumpedPhi> phis;
  DumpedIntegers integers;
  DumpedLanes lanes;
  std::vector<Added> added;
  bool hasHidden = false; ///< the function has a sum of which it is not known where it is from

  void startFunction() {
    for (const Added &each : added)
      note(each.place, hasHidden ? std::nullopt : fusedSum(each));
    if (hasHidden)
      note(OperatorPlace(), std::nullopt);
    products.clear();
    numbers.clear();
    negated.clear();
    phis.clear();
    integers = {};
    lanes = {};
    added.clear();
    hasHidden = false;
  }

  void note(const OperatorPlace &place, std::optional<FusedSum> sum) {
    auto [its, isNew] = sums.try_emplace(place, sum);
    if (!isNew && its->second != sum)
      its->second = std::nullopt;
  }

  /// Nothing if lanes may have fused different products.
  std::optional<FusedSum> fusedSum(const Added &its) const {
    const std::optional<OperatorPlace> rounded = roundedBy(its.term);
    return its.isMixed && rounded && !tellsProducts(its) ? std::nullopt
                                                         : std::optional(FusedSum{rounded});
  }

  /// One number is a factor of all that is fused, and another one of all that is rounded. So copies
  /// of one sum in several lanes are fused alike.
  bool tellsProducts(const Added &its) const {
    const auto rounded = numbers.find(withoutSign(its.term));
    return its.number && rounded != numbers.end() && rounded->second != *its.number;
  }

  StringRef withoutSign(StringRef term) const {
    const auto its = negated.find(term);
    return its == negated.end() ? term : its->second;
  }

  /// A product of an unknown place is at line 0.
  std::optional<OperatorPlace> roundedBy(StringRef term) const {
    term = withoutSign(term);
    const auto phi = phis.find(term);
    return phi == phis.end() ? placeOf(term) : placeOf(phi->second);
  }

  std::optional<OperatorPlace> placeOf(StringRef product) const {
    const auto its = products.find(product);
    return its == products.end() ? std::nullopt
                                 : std::optional(its->second.value_or(OperatorPlace()));
  }

  /// Nothing if it may be no product.
  std::optional<OperatorPlace> placeOf(const DumpedPhi &phi) const {
    std::optional<OperatorPlace> place;
    for (StringRef each : dumpedNamesIn(phi)) {
      const auto its = placeOf(each);
      if (!its)
        return std::nullopt;
      place = !place || place == its ? *its : OperatorPlace();
    }
    return place;
  }

  void addStatement(StringRef line) {
    if (const auto its = dumpedStatementIn(line)) {
      lanes.add(*its);
      addValue(its->name, its->value, its->place);
    } else {
      integers.addDeclaration(line);
    }
  }

  void addValue(StringRef name, StringRef value, const std::optional<OperatorPlace> &place) {
    if (value.starts_with("."))
      return addCall(value, place);
    if (const StringRef its = dumpedNegatedIn(value); !its.empty()) {
      negated[name] = its;
      return;
    }
    for (StringRef sign : {" * ", " + ", " - "})
      if (const auto operands = dumpedOperandsOf(value, sign)) {
        const auto [left, right] = *operands;
        if (sign != " * ")
          addSum(left, right, place);
        else if (!isInteger(left) && !isInteger(right) && !integers.contains(name))
          addProduct(name, numberOf(left, right), place);
      }
  }

  bool isInteger(StringRef operand) const {
    return isDumpedInteger(operand) || integers.contains(operand);
  }

  void addProduct(StringRef name, const std::optional<double> &number,
                  const std::optional<OperatorPlace> &place) {
    products[name] = place;
    if (number)
      numbers[name] = *number;
  }

  void addSum(StringRef left, StringRef right, const std::optional<OperatorPlace> &place) {
    if (place)
      note(*place, std::nullopt);
    else
      hasHidden |= products.contains(left) || products.contains(right);
  }

  /// Other functions of the compiler's own may be sums as well.
  void addCall(StringRef value, const std::optional<OperatorPlace> &place) {
    const DumpedCall call = dumpedCallIn(value);
    if (call.isFused() && place)
      added.push_back({*place, call.arguments.back(), !lanes.signatureOf(value).empty(),
                       numberOf(call.arguments[0], call.arguments[1])});
    else if (place)
      note(*place, std::nullopt);
    hasHidden |= call.isFused() && !place;
  }
};

} // namespace

FusedSums fusedSumsIn(const std::string &dump) {
  DumpReader reader;
  reader.read(dump);
  return std::move(reader.sums);
}

} // namespace kasuri
