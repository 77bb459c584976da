// Affine nests in an order that uses caches, vectors and cores better, as new text of the sources.
//
//     for (i = 0; i < n; i++)             { if (n <= 268435456 && ...) {
//       for (j = 0; j < n; j++)               #pragma kasuri reordered
//         for (k = 0; k < n; k++)             for (int i_tile = 0; i_tile < n; i_tile += 32)
//           c[i][j] += a[i][k] * b[k][j];       ...
//                                         } else
//                                           for (i = 0; ...   as it was
//                                         }
//
// The frontend reads the new text in place of the source's, and all later phases work on the
// result: they see tiles as loops of which it is known that iterations are independent. The new
// loops have other counters. In front of the text of each statement, which does not change, the
// source's variables are declared with their values, so macros in it still mean the same.
//
// Nests stay as they are where the text cannot be repeated (directives, labels, static variables,
// annotations), where the compiler may reassociate floating-point operations, and where the
// estimate shows no clear gain.
#pragma once

#include "analysis/Parallelism.h"
#include "frontend/Frontend.h"
#include "reorder/ReorderedNest.h"
#include "reorder/WriteNest.h"
#include "reorder/unfold/UnfoldLoops.h"

namespace kasuri {

struct Reordering {
  std::vector<ReorderedNest> nests;
  std::vector<KeptNest> kept;          ///< of more than one loop
  std::map<size_t, std::string> texts; ///< by number of the unit, where it has such nests
  /// Of units with texts whose products may be fused: where the source has sums of real numbers.
  std::map<size_t, std::set<unsigned>> linesWithSums;
};

/// The sources have the new text of an unfolding; `original`: what they had before.
struct UnfoldedSources {
  const Unfolding &unfolding;
  const ParsedSources &original;
};

/// Where an unfolded loop keeps its order, other nests are not tried, and there are no texts.
Reordering reorderNests(const Program &program, const ParsedSources &sources,
                        const std::vector<AffineNest> &nests, const ReorderOptions &options,
                        const UnfoldedSources *unfolded = nullptr);

/// The unfolded loops that are reordered.
std::set<SourceLocation> reorderedOf(const Unfolding &unfolding, const Reordering &reordering);

/// Stable text; for --dump=reorder.
std::string print(const Program &program, const Reordering &reordering);

} // namespace kasuri
