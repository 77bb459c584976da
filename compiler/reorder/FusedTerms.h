// Which product of a sum the compiler fuses with it, where its own account of that leaves no doubt.
//
//     b[i] = 0.4 * a[i] + 0.1 * c[i];      b[i] = __builtin_fma(0.4, a[i], 0.1 * c[i]);
//
// Of two products, either may be fused, so the text alone does not tell. The compiler's account
// (FusedSums.h) names sums by their operators, or by the variables that get them. Some of its
// copies may have the place of another sum whose value is the same: those of two products must then
// be certain to agree.
//
//     c[i] = w * a[i] + v * b[i];          if the second sum is taken from the iteration before, it
//     d[i] = v * b[i - 1] + w * a[i - 1];  has the bits of the first one, with the other product
//                                          fused
//
// Products are taken for the same value unless they have different numbers as factors
// (KnownNumbers.h). A sum of two products is no sum of one product with another sum: `x + x` alone
// might become a product.
#pragma once

#include "reorder/FusedProducts.h"
#include "reorder/FusedSums.h"
#include "reorder/unfold/MadeText.h"

namespace kasuri {

/// By sum: the product that is fused with it, each time it is computed.
using FusedTerms = std::map<const clang::BinaryOperator *, const clang::BinaryOperator *>;

/// Sums of numbers that the compiler computes itself: no instruction does.
using FoldedSums = std::set<const clang::BinaryOperator *>;

struct SumsOfProducts {
  FusedTerms terms;
  FoldedSums folded;
};

SumsOfProducts findSumsOfProducts(clang::ASTContext &context, const FusedSums &sums);

/// By sum of one product: FusedParts.
using PartSteps = std::map<const clang::BinaryOperator *, unsigned>;

PartSteps findPartSteps(clang::ASTContext &context, const FusedParts &parts);

/// What the compiler makes of a unit's sums.
struct UnitSums {
  std::optional<LineProducts> lines; ///< none: it does not tell
  FusedTerms fusedTerms;
  PartSteps partSteps;
  FoldedSums foldedSums;
};

/// The same of another text, in which operators are copies of `original`'s.
UnitSums copiedSums(UnitSums sums, clang::ASTContext &original, clang::ASTContext &context,
                    const TextOrigins &origins);

} // namespace kasuri
