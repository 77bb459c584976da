// Which loops of a nest may become innermost ones, so that the compiler fuses the same products in
// all orders, and what changes in statements so that it does (FusedProducts.h).
#pragma once

#include "reorder/FrontNumbers.h"
#include "reorder/FusedTerms.h"
#include "reorder/NestNames.h"
#include "reorder/ProductEdits.h"

#include <optional>
#include <set>
#include <string>

namespace kasuri {

/// The nest with statements of their own for iterations in which the compiler fuses products and
/// for those in which it does not.
AffineNest apartByFusion(const NestSource &source, const UnitSums &sums);

class NestFusion {
public:
  /// `sums`: what the compiler makes of the source; `numbers`: get the nest's parameters before
  /// statements are asked for.
  NestFusion(const NestSource &source, const UnitSums &sums, const FrontNumbers &numbers)
      : source(source), nest(source.nest), sums(sums), numbers(numbers), products(source) {}

  /// False if the compiler may fuse other products in another order of the loops. What `edits` keep
  /// apart is never fused. `innermost`: as in InnermostLoops.
  bool allow(const AffineStatement &statement, std::vector<StatementEdit> &edits,
             std::optional<std::set<size_t>> &innermost);
  /// Declarations of what keeps products apart, in front of the nest.
  std::string zeros() const { return products.zeros(); }
  /// Conditions in front of the nest: these loops have more iterations than compilers unroll as a
  /// whole.
  const std::set<std::string> &longLoops() const { return conditions; }

private:
  const NestSource &source;
  const AffineNest &nest;
  const UnitSums &sums;
  const FrontNumbers &numbers;
  ProductEdits products;
  std::optional<bool> storesProducts;    ///< the nest does; none: not asked yet
  std::optional<bool> isWithoutProducts; ///< the nest is; none: not asked yet
  std::set<std::string> conditions;

  bool isAlone(const AffineStatement &statement, const std::vector<FusedProducts> &all);
  bool mayCompute(const AffineStatement &statement) const;
  bool fuseAll(const FusedProducts &fused, std::vector<StatementEdit> &edits);
  bool spellOut(const AffineStatement &statement, const FusedProducts &fused,
                std::vector<StatementEdit> &edits);
  bool readsResults(const AffineStatement &statement) const;
  bool isPlain();
  bool nestStoresProducts();
  bool mayBeUnrolled(const AffineStatement &statement);
  std::optional<AffineForm> longest(const AffineForm &distance) const;
};

} // namespace kasuri
