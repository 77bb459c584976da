// From an affine nest to the text of a better order of it.
#pragma once

#include "analysis/affine/AffineNest.h"
#include "reorder/NestNames.h"

namespace kasuri {

struct WrittenNest {
  std::string text, what;
  double gain = 1; ///< on one core, by estimate
};

/// `loops`: names of the nest's loops. Nothing where no order is clearly better, or isl takes too
/// long to find it.
std::optional<WrittenNest> writeNest(const AffineNest &nest, const std::vector<std::string> &loops,
                                     const NestNames &names, const ReorderOptions &options);

} // namespace kasuri
