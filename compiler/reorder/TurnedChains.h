// A chain of operations over earlier results of its row, turned so that each result goes to all
// places behind it:
//
//     for (i..) for (j = i + 1..) {       for (i..) {
//       best[j] = f(i, j);                  for (j..) best[j] = f(i, j);
//       for (k = i; k < j; k++)             for (k..) {
//         best[j] = max(best[j],              p[i][k] = best[k];             complete here
//             p[i][k] + p[k + 1][j]);         for (j = k + 1..)              a vector loop
//       p[i][j] = best[j];                      best[j] = max(best[j], p[i][k] + p[k + 1][j]);
//     }                                     }
//                                         }
//
// One statement is in all loops, and what is in front of its loop is done for all j first. What is
// behind it has a place in the loop over k, by its j: before that iteration of k. Each chain keeps
// its order. The order is taken if all dependences allow it (isLegal), which is a matter of what
// the statements access.
#pragma once

#include "reorder/NestOrder.h"

namespace kasuri {

/// `names`: of the nest's loops. Nothing if the nest has no such chain, or that is not clearly
/// faster. Throws isl::exception.
std::optional<NestOrder> chooseTurnedChains(const AffineNest &nest, const Polyhedra &polyhedra,
                                            const std::vector<std::string> &names,
                                            const InnermostLoops &allowed,
                                            const ReorderOptions &options);

} // namespace kasuri
