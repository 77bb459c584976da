#include "analysis/affine/Delinearize.h"

#include "analysis/symbolic/Polynomial.h"

#include <numeric>

namespace kasuri {
namespace {

using Monomial = Polynomial::Monomial;

constexpr size_t maxTerms = 64;
constexpr unsigned maxDepth = 8;

/// What is left of the product without the factors of `divisor`; nothing if it lacks one.
std::optional<Monomial> divided(Monomial product, const Monomial &divisor) {
  for (const Factor &factor : divisor) {
    const auto found = std::find(product.begin(), product.end(), factor);
    if (found == product.end())
      return std::nullopt;
    product.erase(found);
  }
  return product;
}

class Delinearizer {
public:
  Delinearizer(const Effects &effects, const std::function<bool(SymbolId)> &isCounter,
               const std::function<SymbolId(SymbolId)> &sameAs)
      : effects(effects), isCounter(isCounter), sameAs(sameAs) {}

  std::optional<Delinearized> run(const std::vector<Linear> &linear) {
    for (const Linear &each : linear) {
      places.push_back(expand(each));
      if (isUnknown || !places.back().isExact() || !findWidths(places.back()))
        return std::nullopt;
    }
    if (widths.empty() || !sortWidths())
      return std::nullopt;
    Delinearized made;
    for (size_t d = 0; d < sorted.size(); ++d) {
      const std::optional<Linear> extent = extentBelow(d);
      if (!extent)
        return std::nullopt;
      made.extents.push_back(*extent);
    }
    for (const Polynomial &place : places) {
      std::optional<std::vector<Linear>> subscripts = subscriptsOf(place, made.extents);
      if (!subscripts)
        return std::nullopt;
      made.subscripts.push_back(std::move(*subscripts));
    }
    return made;
  }

private:
  /// A product of parameters, and a number of times.
  struct Width {
    Monomial parameters;
    int64_t factor;
  };

  const Effects &effects;
  const std::function<bool(SymbolId)> &isCounter;
  const std::function<SymbolId(SymbolId)> &sameAs;
  std::vector<Polynomial> places;
  std::map<Monomial, int64_t> widths; ///< by parameters: what all factors are multiples of
  std::vector<Width> sorted;          ///< from the widest one, each a divisor of the one before
  bool isUnknown = false;

  Polynomial expand(const Linear &value, unsigned depth = 0) {
    Polynomial sum(value.constant());
    for (const auto &[symbol, coefficient] : value.terms())
      if (!isUnknown)
        sum.add(expand(symbol, depth), coefficient);
    isUnknown |= sum.terms().size() > maxTerms;
    return sum;
  }

  /// `depth`: products around it.
  Polynomial expand(SymbolId id, unsigned depth) {
    const Symbol &symbol = effects[id];
    Polynomial product(1);
    isUnknown |= depth > maxDepth;
    auto multiply = [&](const Polynomial &factor) {
      isUnknown |= product.terms().size() * factor.terms().size() > maxTerms;
      product = isUnknown ? product : product.times(factor);
    };
    for (SymbolId factor : symbol.factors)
      if (!isUnknown)
        multiply(expand(factor, depth + 1));
    for (const Linear &factor : symbol.multiplicands)
      if (!isUnknown)
        multiply(expand(factor, depth + 1));
    // One that wraps at fewer bits than addresses have.
    isUnknown |= symbol.isModular && symbol.range.high < unboundedAbove;
    const bool isProduct = !symbol.factors.empty() || !symbol.multiplicands.empty();
    return isProduct ? product : Polynomial(Factor{sameAs(id)});
  }

  Monomial parametersOf(const Monomial &product) const {
    Monomial left = product;
    llvm::erase_if(left, [&](const Factor &each) { return isCounter(each.symbol); });
    return left;
  }

  /// False if counters are multiplied with each other.
  bool findWidths(const Polynomial &place) {
    for (const auto &[product, coefficient] : place.terms()) {
      const Monomial parameters = parametersOf(product);
      const size_t counters = product.size() - parameters.size();
      if (counters > 1)
        return false;
      if (counters == 1 && !parameters.empty())
        widths[parameters] = std::gcd(widths[parameters], coefficient);
    }
    return true;
  }

  bool sortWidths() {
    for (const auto &[parameters, factor] : widths)
      sorted.push_back({parameters, factor});
    std::sort(sorted.begin(), sorted.end(), [](const Width &a, const Width &b) {
      return a.parameters.size() > b.parameters.size();
    });
    for (size_t d = 0; d + 1 < sorted.size(); ++d)
      if (!divided(sorted[d].parameters, sorted[d + 1].parameters) ||
          sorted[d].factor % sorted[d + 1].factor != 0)
        return false;
    return true;
  }

  /// Of the dimension whose elements lie next to each other in a width; nothing if it is no linear
  /// number.
  std::optional<Linear> extentBelow(size_t d) const {
    const bool isLast = d + 1 == sorted.size();
    const Monomial rest =
        isLast ? sorted[d].parameters : *divided(sorted[d].parameters, sorted[d + 1].parameters);
    const int64_t factor = sorted[d].factor / (isLast ? 1 : sorted[d + 1].factor);
    return rest.size() == 1 ? std::optional(Linear::symbol(rest[0].symbol, factor)) : std::nullopt;
  }

  std::optional<std::vector<Linear>> subscriptsOf(const Polynomial &place,
                                                  const std::vector<Linear> &extents) const {
    std::vector<Linear> subscripts(sorted.size() + 1);
    for (const auto &[product, coefficient] : place.terms())
      if (!addTerm(product, coefficient, subscripts))
        return std::nullopt;
    // i * cols + (cols - 1 - j) begins in its own row, where sums tell of the next one.
    for (size_t d = sorted.size(); d > 0; --d)
      if (isBelow0(subscripts[d])) {
        const auto own = Linear::add(subscripts[d], extents[d - 1]);
        const auto outer = Linear::add(subscripts[d - 1], Linear(-1));
        if (!own || !outer)
          return std::nullopt;
        subscripts[d] = *own;
        subscripts[d - 1] = *outer;
      }
    return subscripts;
  }

  bool addTerm(const Monomial &product, int64_t coefficient,
               std::vector<Linear> &subscripts) const {
    for (size_t d = 0; d <= sorted.size(); ++d) {
      const Monomial width = d < sorted.size() ? sorted[d].parameters : Monomial();
      const int64_t factor = d < sorted.size() ? sorted[d].factor : 1;
      const std::optional<Monomial> rest = divided(product, width);
      if (!rest || rest->size() > 1 || coefficient % factor != 0)
        continue;
      const int64_t times = coefficient / factor;
      const Linear term = rest->empty() ? Linear(times) : Linear::symbol((*rest)[0].symbol, times);
      const auto sum = Linear::add(subscripts[d], term);
      if (sum)
        subscripts[d] = *sum;
      return sum.has_value();
    }
    return false;
  }

  bool isBelow0(const Linear &subscript) const {
    bool grows = false, shrinks = subscript.constant() < 0;
    for (const auto &[symbol, coefficient] : subscript.terms()) {
      shrinks |= coefficient < 0;
      grows |= coefficient > 0 && !isCounter(symbol);
    }
    return shrinks && !grows;
  }
};

} // namespace

std::optional<Delinearized> delinearize(const Effects &effects, const std::vector<Linear> &places,
                                        const std::function<bool(SymbolId)> &isCounter,
                                        const std::function<SymbolId(SymbolId)> &sameAs) {
  return Delinearizer(effects, isCounter, sameAs).run(places);
}

} // namespace kasuri
