// Which products a compiler fuses with a sum, where that must not change with the order of loops.
//
//     c[i][j] += a[i][k] * b[k][j];      fused in a loop over j or k; in one over i, too
//     y[j] += x[i] * s;                  the product does not change in a loop over j: computed in
//                                        front of it and rounded; in a loop over i it is fused
//
// GCC fuses a product with a sum that uses it if both are computed at the same place. So a product
// must change in the innermost loop, both before and after. Of two products that are added to each
// other, either may be the one that is fused. What a function returns, or a variable holds, may be
// a product as well.
#pragma once

#include "support/ClangHeaders.h"

#include <optional>
#include <set>
#include <vector>

namespace kasuri {

struct FusedProducts {
  bool isUnknown = false; ///< which ones are fused may depend on what is around the statement
  /// Variables that change each product which is added to something; none: there is no such
  /// product.
  std::optional<std::set<const clang::VarDecl *>> changing;
};

/// Of consecutive statements without loops.
FusedProducts findFusedProducts(const std::vector<const clang::Stmt *> &statements);

} // namespace kasuri
