// What the program tests in front of a nest about the memory that the nest accesses: no subscript
// leaves its dimension, and arrays do not overlap.
//
//     if (n <= m_cols && ((long)c + 8L * (n) <= (long)a || (long)a + 8L * (n) <= (long)c)) {
//
// Rows that are found by pointers from a table need statements. They do not overlap if they ascend
// or descend, each behind the end of the one before. Beside other memory, all bytes from the first
// row to the end of the last one count:
//
//     int rows_apart = <all other conditions>;
//     if (rows_apart) {
//       for (row = 1; row < n; row++) {
//         ascends &= pointer[row - 1] + 8L * (n) <= pointer[row]; ...
//       rows_apart = ascends || descends;
//     }
//
// The nest reads all of these pointers, or does nothing (RowEntries.h). Tables may have other
// numbers between pointers. What is no address is not taken for one.
#pragma once

#include "reorder/NestNames.h"
#include "reorder/Polyhedra.h"

namespace kasuri {

/// Throws isl::exception.
NestCondition printCondition(const AffineNest &nest, const Polyhedra &polyhedra,
                             const NestNames &names);

} // namespace kasuri
