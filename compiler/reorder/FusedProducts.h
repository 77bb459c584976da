// Which products a compiler fuses with a sum, where that must not change with the order of loops.
//
//     c[i][j] += a[i][k] * b[k][j];      fused in a loop over j or k; in one over i, too
//     y[j] += x[i] * s;                  the product does not change in a loop over j: computed in
//                                        front of it and rounded; in a loop over i it is fused
//
// GCC fuses a product with a sum that uses it if both are computed at the same place. So a product
// must change in the innermost loop, both before and after. Of two products that are added to each
// other, either may be the one that is fused. What a function returns, or a variable holds, may be
// a product as well. Where the source fuses nothing, the new text keeps products apart:
//
//     c[i][j] += (a[i][k] * b[k][j] + minus_zero);   what is rounded last is the sum with -0.0,
//                                                    of which the compiler knows nothing
//
// Where the source fuses the product of such a sum in all iterations, the new text does so, too:
//
//     c[i][j] = __builtin_fma(a[i][k], b[k][j], c[i][j]);
//
// It does the same of other sums where it is known of each one which product is fused
// (FusedTerms.h). A product that is stored there, too, is kept apart from what may read it next to
// it in the new order.
#pragma once

#include "support/ClangHeaders.h"

#include <optional>
#include <set>
#include <vector>

namespace kasuri {

/// A sum of which a term is a product.
struct ProductSum {
  const clang::BinaryOperator *sum; ///< or an assignment with one
  /// The terms that are products, without signs; null: no product. The left one of `x += y` is x.
  const clang::BinaryOperator *left = nullptr, *right = nullptr;

  std::vector<const clang::Expr *> products() const;
};

struct FusedProducts {
  bool isUnknown = false; ///< which ones are fused may depend on what is around the statement
  /// Variables that change each product which is added to something; none: there is no such
  /// product.
  std::optional<std::set<const clang::VarDecl *>> changing;
  /// No product is fused if each of these is rounded by itself; none: more would have to be.
  std::optional<std::vector<const clang::Expr *>> terms;
  std::vector<const clang::CompoundAssignOperator *> scalings =
      {}; ///< `x *= y`, `x /= 2`, the same of them
  bool hasSums = false;
  bool storesProducts = false; ///< or hands them on otherwise than in sums and products
  std::vector<const clang::Expr *> stored = {}; ///< these products
  /// The only sum of all, if it adds a product to a place: `x += y * z`, `x -= y * z`.
  std::optional<ProductSum> sum = std::nullopt;
  /// If all products that may be fused are terms of these, or stored.
  std::vector<ProductSum> sums = {};
  bool hasOtherSums = false;
};

/// Nothing if no term is a product.
std::optional<ProductSum> findProductSum(const clang::BinaryOperator *operation);

/// Of a statement without loops.
FusedProducts findFusedProducts(const clang::Stmt *statement);

} // namespace kasuri
