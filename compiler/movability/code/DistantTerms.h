// Sums of which a term may be a product that does not stand in the sum's own expression, or of
// which the place is not that of the operator.
//
//     x[i] = a * b + c * d;                   both terms stand here: one in front of the operator,
//                                             one behind it
//     y = a * b + c * d;                      GCC has the sum of a variable at the assignment, or
//                                             at the declared name: both are behind it
//     x[i] = product(a, b) + product(c, d);   both stand in `product`; if that is on the line of
//                                             the sum, both are in front of its operator
//     x[0] = a * b, x[1] = c * d, y = x[0] + x[1];
#pragma once

#include "support/ClangHeaders.h"

#include <set>

namespace kasuri {

/// A line as its source names it.
struct SourceLine {
  std::string file; ///< "": the main file's own name
  unsigned number = 0;

  auto operator<=>(const SourceLine &) const = default;
};

/// Where the operators of such sums are, in all functions of the unit.
std::set<SourceLine> linesWithDistantTerms(clang::ASTContext &context);

} // namespace kasuri
