// Statements in which no sum can be fused with a product, because there is no product:
//
//     static double of_row(const double *a, int j, double before) {
//       return before + a[j - 1] + a[j] + a[j + 1];
//     }
//     for (i..) for (j..) {
//       double sum = a[i - 1][j];
//       sum = of_row(a[i], j, sum);            sums of sums, also in functions that are called
//       a[i][j] = sum / 9;                     9 has no exact reciprocal: compilers divide
//     }
//
// Then the order of the loops does not matter to what the compiler fuses. Numbers come from memory,
// where they are rounded, or from variables of the nest and of the functions, which only such
// statements set. A variable from in front of the nest may hold a product, and is not allowed.
#pragma once

#include "support/ClangHeaders.h"

namespace kasuri {

/// Compilers divide by it, rather than multiply with its reciprocal.
bool isPlainDivisor(const clang::Expr *divisor);

/// Of the statement, which is inside of `nest`, and of all functions that it calls.
bool hasOnlyPlainSums(const clang::Stmt *statement, const clang::Stmt *nest);

} // namespace kasuri
