// What the compiler behind makes of the sums on each line of a source, read from its assembly.
//
//     s += a[k] * b[k];        .loc 1 7 7          at -O3, GCC may multiply four pairs at a time,
//     add
//                              vfmadd231sd ...     the rounded products one by one, and fuse what
//                                                  remains at the end of the loop
//
// No rule of C says which products are fused, so only the compiler can tell.
#pragma once

#include "reorder/LineProducts.h"

#include <string>

namespace kasuri {

/// `assembly` has a `.loc` in front of what belongs to each line; `path`: of the source.
LineProducts lineProductsIn(const std::string &assembly, const std::string &path);

} // namespace kasuri
