// The loops that isl makes of a new order, once for each order.
//
//     for (i..) for (j..) a[i][j] = ..;     for (i..) for (j..) b[i][j] = ..;     one tree of loops
//
// isl takes longer for them than for all else about a nest, and many nests of a program differ in
// nothing but what they compute and in which arrays. Statements and parameters are numbered in an
// order (Polyhedra.h), so orders that read alike are alike. The trees are kept with their contexts.
//
// Why it is safe: the key is all that isl gets, as text that isl can read again: what is known of
// the parameters, and the order with its domain, marks and options.
#pragma once

#include "reorder/Isl.h"

#include <isl/cpp.h>

namespace kasuri {

/// Throws isl::exception. It may be of another context than the schedule: nothing may be made of
/// both.
isl::ast_node treeOf(const isl::set &parameters, const isl::schedule &schedule);

/// Frees the context, or keeps it for the trees that are of it.
void release(isl_ctx *context);

} // namespace kasuri
