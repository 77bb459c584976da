// Rows that a nest finds by pointers from a table, as in `t->row[k][j]`; internal to
// findAffineNests.
//
//     c->row[i][j] += a->row[i][k] * c->row[i - 1][j];
//
// The rows of a table are one array, whose first subscript is the number of the pointer. Where the
// nest writes it, the program tests in front of the nest that no two rows overlap. It reads the
// pointers for that: the nest surely reads the first one and the last one, so they are all there.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/affine/AffineNest.h"

namespace kasuri {

/// It is the same memory in all iterations of the nest.
bool isFixedIn(const AnalysedProgram &analysed, RegionId nest, const Base &base);

/// The pointer, from a table with one place, by which the nest finds what is accessed; null: it is
/// none.
const Access *rowEntryOf(const AnalysedProgram &analysed, RegionId nest, const Access &access);

/// An array of rows, and where its table is.
struct FoundRows {
  size_t array = 0;
  std::optional<GuardValue> table; ///< none: no text in front of the nest tells
  Guard guard = {};
};

/// Rows of one table become one array; returns the array of each. Nothing if the nest writes rows
/// that it cannot test to be apart.
std::optional<std::map<size_t, size_t>> joinRows(const Program &program, AffineNest &nest,
                                                 const std::vector<FoundRows> &rows);

} // namespace kasuri
