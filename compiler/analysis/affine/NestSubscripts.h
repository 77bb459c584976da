// The subscripts of a nest's accesses; internal to findAffineNests.
#pragma once

#include "analysis/affine/AccessShape.h"
#include "analysis/affine/AffineNest.h"

#include <functional>

namespace kasuri {

class NestSubscripts {
public:
  using FormOf = std::function<std::optional<AffineForm>(const Linear &)>;

  /// `shapes`: by statement and access of the nest; `isCounter`, `sameAs`: as for delinearize();
  /// `formOf`: nothing for what is not affine.
  NestSubscripts(const Effects &effects, AffineNest &nest,
                 std::vector<std::vector<AccessShape>> &shapes,
                 std::function<bool(SymbolId)> isCounter, std::function<SymbolId(SymbolId)> sameAs,
                 FormOf formOf)
      : effects(effects), nest(nest), shapes(shapes), isCounter(std::move(isCounter)),
        sameAs(std::move(sameAs)), formOf(std::move(formOf)) {}

  /// All accesses to the array get subscripts of one kind, or may be to any element.
  void give(size_t array);
  /// The first subscript of rows becomes the number of the pointer by which they are found.
  void addRow(size_t array, const Access &entry);

private:
  const Effects &effects;
  AffineNest &nest;
  std::vector<std::vector<AccessShape>> &shapes;
  const std::function<bool(SymbolId)> isCounter;
  const std::function<SymbolId(SymbolId)> sameAs;
  const FormOf formOf;

  bool giveOfRow(size_t array);
  template <typename Visit> void forEachAccess(size_t array, Visit visit);
};

} // namespace kasuri
