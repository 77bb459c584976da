// Expanded variables that need no buffer: their values are in the elements in which the nest stores
// them in the end.
//
//     for (i..) for (j..) {                 for (i..) for (j..) {
//       double sum = 0;                       *at(c, i, j) = 0;
//       for (k..)                             for (k..)
//         sum += *at(a, i, k) * ..;             *at(c, i, j) += *at(a, i, k) * ..;
//       *at(c, i, j) = sum;                 }
//     }
//
// The last statement that names the variable stores it, and does nothing else, in all iterations of
// the loops in which it is expanded. Another one sets it in all of them. Nothing else in the nest
// accesses the array of the element, and a test in front of the nest tells it from the other memory
// of the nest. Until the store, nobody can tell what is in the element. Each iteration has an
// element of its own, by its subscripts: otherwise iterations would have to keep their order.
#pragma once

#include "reorder/NestSource.h"

namespace kasuri {

/// Without the statements that store such variables, and with accesses to the elements in place of
/// those to the variables: AffineArray::heldIn.
AffineNest summedInPlace(const NestSource &source);

} // namespace kasuri
