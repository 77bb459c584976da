// The elements of arrays that a statement accesses by name, so that its text may have another name
// for them:
//
//     *at(c, i, j) += *at(a, i, k) * *at(b, k, j);        c_kept += a_kept * b_kept;
//
// An element is one for all accesses with the same subscripts. Its text means the same wherever the
// variables of its loops are those of the iteration: nothing that it reads changes in the nest. So
// does a call that returns one of several elements:
//
//     double symmetric(matrix *m, int i, int j) { return j <= i ? *at(m, i, j) : *at(m, j, i); }
#pragma once

#include "reorder/NestNames.h"
#include "reorder/NestSource.h"

namespace clang {
class Expr;
} // namespace clang

namespace kasuri {

struct FoundElement {
  NestElement element;
  std::vector<TextRange> places; ///< of its text in the statement
};

/// How often statements name the variables of the nest's loops.
std::map<size_t, size_t> countLoops(const NestSource &source,
                                    const std::vector<const clang::Stmt *> &statements);

/// Those that each execution of the statement accesses, whatever its conditions are.
std::vector<FoundElement> findElements(const NestSource &source, const AffineStatement &statement);

} // namespace kasuri
