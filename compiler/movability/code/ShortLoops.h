// Short loops that compilers should unroll, because they update an array which then fits into
// registers.
//
//     double sums[3];                                  double sums[3];
//     for (j = 0; j < n; j++)                          for (j = 0; j < n; j++)
//       for (i = 0; i < 3; i++)                ->        KS_UNROLL(3) for (i = 0; i < 3; i++)
//         sums[i] += rows[i][at[j]];                       sums[i] += rows[i][at[j]];
//
// An array that is indexed with a variable lies in memory, so each sum waits until the one before
// it has been stored and loaded. After unrolling, all indices in the loop around are constants. GCC
// does that at -O3 alone, or where it is told to.
//
// Unrolling changes no operation and no order. What else could change digits is excluded: products
// that are rounded or not depending on the block that they are in, intermediate results of higher
// precision, and sums that the compiler may reorder.
#pragma once

#include "support/ClangHeaders.h"

#include <cstdint>
#include <vector>

namespace kasuri {

struct ShortLoop {
  const clang::ForStmt *loop = nullptr;
  int64_t trips = 0;
};

/// Those in the body of a loop, in the order of the text.
std::vector<ShortLoop> findShortLoops(const clang::Stmt *body, clang::ASTContext &context);

} // namespace kasuri
