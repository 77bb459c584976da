// Orders that do not depend on how a library sorts equals.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <vector>

namespace kasuri {

/// In ascending order of the key, equals in the order in which they are given.
std::vector<size_t> sortedBy(const std::vector<size_t> &indices,
                             llvm::function_ref<double(size_t)> key);

} // namespace kasuri
