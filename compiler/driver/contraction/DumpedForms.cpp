#include "driver/contraction/DumpedForms.h"

#include "driver/contraction/DumpText.h"
#include "driver/contraction/DumpedLanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kasuri {
namespace {

using llvm::StringRef;

/// A declaration's name, if its type is one of real numbers: "vector(4) double vect__6.1".
StringRef realNameIn(StringRef declaration) {
  declaration.consume_front("const ");
  const auto [type, name] = declaration.rsplit(' ');
  return type == "float" || type == "double" ||
                 (type.starts_with("vector(") &&
                  (type.ends_with(") float") || type.ends_with(") double")))
             ? name
             : StringRef();
}

/// The variable of which a name is a version: "x" of "x_12" and "x_12(D)".
StringRef variableOf(StringRef name) {
  name.consume_back("(D)");
  const auto [variable, version] = name.rsplit('_');
  return !variable.empty() && !version.empty() && llvm::all_of(version, llvm::isDigit) ? variable
                                                                                       : name;
}

/// Of a product: variables and numbers by their text, "?" for what has no name in the source.
std::string factorIn(StringRef operand) {
  const StringRef variable = variableOf(operand);
  const bool isNumber = !operand.empty() && (llvm::isDigit(operand[0]) || operand[0] == '-');
  const bool isNamed = !variable.empty() && llvm::isAlpha(variable[0]) && !variable.contains('.');
  return isNumber ? operand.str() : isNamed ? variable.str() : "?";
}

std::string productOf(StringRef left, StringRef right) {
  std::string first = factorIn(left), second = factorIn(right);
  if (second < first)
    std::swap(first, second);
  return first + "*" + second;
}

bool isFused(const SumForm &form) {
  return form.kind != SumKind::Plain && form.kind != SumKind::Rounded;
}

/// Some copies are fused, and others are not, or with another product.
bool isMixed(const std::set<SumForm> &copies) {
  const SumForm first = copies.begin()->onLine(true);
  return llvm::any_of(copies, isFused) &&
         llvm::any_of(copies, [&](const SumForm &each) { return each.onLine(true) != first; });
}

class FormReader {
public:
  DumpedForms forms() {
    DumpedForms made;
    for (const auto &[line, columns] : lines)
      for (const auto &[column, its] : columns) {
        std::set<SumForm> all;
        for (const auto &[name, copies] : its)
          all.insert(copies.forms.begin(), copies.forms.end());
        if (all == std::set<SumForm>{SumKind::Plain})
          continue;
        made[line].forms.insert(all);
        for (const auto &[name, copies] : its)
          made[line].in[name].insert(copies.forms);
        if (isMixed(all))
          for (const auto &[name, copies] : its)
            llvm::append_range(made[line].fusedOfMixed[name], copies.fused);
      }
    return made;
  }

  void read(StringRef dump) {
    readDump(
        dump, [&](StringRef name) { startFunction(name); }, [&](StringRef line) { addLine(line); },
        [&](const DumpedPhi &phi) { phis[phi.name] = phi; });
    startFunction("");
  }

private:
  struct Sum {
    std::optional<OperatorPlace> place;
    bool isFused = false;
    std::vector<StringRef> terms; ///< if it is fused, the one that is no part of the product
    std::string fused;            ///< that product
    std::string lanes;            ///< of its vector (DumpedLanes.h)
  };
  struct Product {
    std::optional<OperatorPlace> place;
    std::string factors, lanes;
  };
  struct Copies {
    std::set<SumForm> forms;
    std::vector<SumForm> fused; ///< those that are, in order
  };
  using ColumnForms = std::map<std::string, Copies>; ///< by function

  std::map<DumpedLine, std::map<unsigned, ColumnForms>> lines;
  // Of the function.
  StringRef function;
  llvm::StringSet<> reals;
  llvm::StringMap<Product> products; ///< by name
  llvm::StringMap<StringRef> negated;
  llvm::StringMap<DumpedPhi> phis;
  DumpedLanes lanes;
  std::vector<Sum> sums;

  void startFunction(StringRef name) {
    for (const Sum &each : sums)
      note(each);
    function = name;
    reals.clear();
    products.clear();
    negated.clear();
    phis.clear();
    lanes = {};
    sums.clear();
  }

  void addLine(StringRef line) {
    if (const auto statement = dumpedStatementIn(line))
      addStatement(*statement);
    else if (const StringRef name = realNameIn(line); !name.empty())
      reals.insert(name);
  }

  void addStatement(const DumpedStatement &its) {
    lanes.add(its);
    if (its.value.starts_with(".")) {
      const DumpedCall call = dumpedCallIn(its.value);
      if (const size_t count = call.arguments.size(); call.isFused() && count >= 3)
        sums.push_back({its.place,
                        true,
                        {call.arguments.back()},
                        productOf(call.arguments[count - 3], call.arguments[count - 2]),
                        lanes.signatureOf(its.value)});
    } else if (const StringRef name = dumpedNegatedIn(its.value); !name.empty()) {
      negated[its.name] = name;
    } else if (reals.contains(its.name) || reals.contains(variableOf(its.name))) {
      addReal(its);
    }
  }

  void addReal(const DumpedStatement &its) {
    if (const auto factors = dumpedOperandsOf(its.value, " * "))
      products[its.name] = {its.place, productOf(factors->first, factors->second),
                            lanes.signatureOf(its.value)};
    for (StringRef sign : {" + ", " - "})
      if (const auto operands = dumpedOperandsOf(its.value, sign))
        sums.push_back({its.place, false, {operands->first, operands->second}, "", ""});
  }

  void note(const Sum &sum) {
    const SumForm form = formOf(sum);
    if (!sum.place && form == SumKind::Plain)
      return;
    const DumpedLine line = sum.place ? DumpedLine{sum.place->file, sum.place->line} : DumpedLine();
    Copies &copies = lines[line][sum.place ? sum.place->column : 0][function.str()];
    copies.forms.insert(form);
    if (sum.isFused)
      copies.fused.push_back(form);
  }

  SumForm formOf(const Sum &sum) const {
    for (StringRef term : sum.terms) {
      if (const auto its = negated.find(term); its != negated.end())
        term = its->second;
      if (const auto phi = phis.find(term); phi != phis.end())
        term = onlyProductIn(phi->second);
      if (const auto its = products.find(term); its != products.end())
        return sum.isFused ? besideOf(sum, term, its->second) : SumKind::Rounded;
    }
    return sum.isFused ? SumKind::Fused : SumKind::Plain;
  }

  /// Beside numbers that the compiler has computed of it (DumpedSums.h); "": it may be another one,
  /// or no product.
  StringRef onlyProductIn(const DumpedPhi &phi) const {
    const std::vector<StringRef> names = dumpedNamesIn(phi);
    return names.size() == 1 && products.contains(names.front()) ? names.front() : StringRef();
  }

  /// Of an expression's two terms, one stands in front of the operator (see onLine). A variable's
  /// value may come from anywhere, like that of a function, and what a macro makes is all in one
  /// place.
  static SumForm besideOf(const Sum &sum, StringRef term, const Product &other) {
    const auto &[its, from] = std::tie(sum.place, other.place);
    const bool isInExpression = its && from && its->file == from->file && its->line == from->line &&
                                its->column != from->column && factorIn(term) == "?";
    const std::string products =
        sum.fused == other.factors ? "" : sum.fused + " and " + other.factors;
    const std::string &lanes = sum.lanes.empty() ? other.lanes : sum.lanes;
    if (isInExpression)
      return {from->column < its->column ? SumKind::FusedBefore : SumKind::FusedBehind, products,
              lanes};
    return {SumKind::FusedBeside, products, lanes};
  }
};

} // namespace

SumForm SumForm::onLine(bool doPlacesTell) const {
  if (kind != SumKind::FusedBefore && kind != SumKind::FusedBehind)
    return *this;
  const char *const side = kind == SumKind::FusedBefore ? " before" : " behind";
  return doPlacesTell ? SumForm(kind, "", lanes)
                      : SumForm(SumKind::FusedBeside, products, lanes + side);
}

bool LineForms::isUncertain() const {
  return llvm::any_of(forms, [](const std::set<SumForm> &copies) {
    return llvm::any_of(copies, [](const SumForm &form) { return form.isUncertain(); });
  });
}

bool areAlike(const LineForms &source, const LineForms &output) {
  return source.forms == output.forms && llvm::all_of(output.fusedOfMixed, [&](const auto &each) {
           const std::vector<SumForm> &copies = each.second;
           const auto same = source.fusedOfMixed.find(each.first);
           if (same != source.fusedOfMixed.end())
             return same->second == copies;
           return llvm::all_equal(copies) ||
                  llvm::any_of(source.fusedOfMixed,
                               [&](const auto &other) { return other.second == copies; });
         });
}

DumpedForms sumFormsIn(const std::string &dump) {
  FormReader reader;
  reader.read(dump);
  return reader.forms();
}

} // namespace kasuri
