// Edits of a statement with which the compiler fuses in any order of the loops what it fuses in the
// source's (FusedProducts.h has the forms).
#pragma once

#include "reorder/FusedProducts.h"
#include "reorder/StatementText.h"

#include <map>

namespace kasuri {

class ProductEdits {
public:
  explicit ProductEdits(const NestSource &source) : source(source) {}

  /// No product is fused. False if a macro is in the way.
  bool keepApart(const FusedProducts &fused, std::vector<StatementEdit> &edits);
  /// None of these terms is. False if a macro is in the way.
  bool keepApart(const std::vector<const clang::Expr *> &terms, std::vector<StatementEdit> &edits);
  /// This product is, which is a term of the sum; false if that cannot be said.
  bool fuse(const ProductSum &sum, const clang::BinaryOperator &product,
            std::vector<StatementEdit> &edits) const;
  /// Declarations of what keeps products apart, in front of the nest.
  std::string zeros() const;

private:
  const NestSource &source;
  std::map<std::string, std::string> zeroOf; ///< names, by type

  bool spellOut(const clang::CompoundAssignOperator *scaling, std::vector<StatementEdit> &made);
  bool mayRepeatPlace(const clang::BinaryOperator &assignment) const;
  std::optional<TextRange> signOf(const clang::BinaryOperator *operation) const;
  std::optional<std::string> zeroFor(const clang::Expr *term);
};

} // namespace kasuri
