// From an affine nest to the text of a better order of it.
#pragma once

#include "reorder/TransposedCopies.h"

namespace kasuri {

struct WrittenNest {
  std::string text, what;
  NestCondition condition;
  double gain = 1;                      ///< on one core, by estimate
  int64_t bytesOfPlace = 0;             ///< as NestOrder's
  std::vector<NestBuffer> buffers = {}; ///< besides those of expanded variables and copies
};

/// `loops`: names of the nest's loops. `steps`: how many isl may take; half as many are left for
/// the next nest where they were too few. Nothing then, or where no order is clearly better.
/// `copied`: with these copies in front.
std::optional<WrittenNest> writeNest(const AffineNest &nest, const std::vector<std::string> &loops,
                                     const NestNames &names, const ReorderOptions &options,
                                     uint64_t &steps, const CopiedNest *copied = nullptr);

/// The same with lines of arrays for iterations of loops (ExpandedLines.h); nothing if no array has
/// them.
std::optional<WrittenNest> writeWithLines(const AffineNest &nest,
                                          const std::vector<std::string> &loops,
                                          const NestNames &names, const ReorderOptions &options,
                                          uint64_t &steps);

/// Of an order that need not be written, as WrittenNest::gain; 0: of none.
double estimateGain(const AffineNest &nest, const std::vector<std::string> &loops,
                    const ReorderOptions &options, uint64_t &steps);

} // namespace kasuri
