// A nest inside a nest, where the outer one stays in its order.
#pragma once

#include "analysis/affine/AffineNest.h"

#include <optional>

namespace kasuri {

/// The loops that are within one of the nest's, that one included, as a nest of their own. Counters
/// of the loops around it become parameters; nothing if one of them has no simple text, or if the
/// loops do nothing.
std::optional<AffineNest> innerNest(const AffineNest &nest, size_t root);

} // namespace kasuri
