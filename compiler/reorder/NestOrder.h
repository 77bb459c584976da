// The new order of an affine nest: which loop becomes the innermost one, tiles, and unrolled loops.
//
//     for (i..) for (j..) for (k..)        c: fixed in k, unit stride in j     a: fixed in j
//       c[i][j] += a[i][k] * b[k][j];      b: fixed in i, unit stride in j
//
//     for (i_tile..) for (k_tile..) for (j_tile..)    tiles: their data stays in a cache
//       for (i_block.. step 4) for (k_block.. step 8)
//         for (j_point..)                             unit stride: vectors
//           for (i_unrolled < 4) for (k_unrolled < 8) b, c: loaded once for several iterations
//             c[i][j] += a[i][k] * b[k][j];
//
// isl's scheduler, told to keep groups of statements apart that do not depend on each other in a
// cycle, gives bands: loops that may be permuted and tiled. Where each loop of an innermost band
// is one of the source's, up to a shift, this file reorders the band by a cost model (NestCost.h).
// A nest that the model does not see gain clearly stays as it is.
//
// A loop around an innermost band, without dependences, may become the innermost one in all loops
// in it; then its tiles are around all of them.
//
// Each element's operations keep their order: the loops are permuted only within bands in which no
// dependence goes backwards in any loop, and what is executed is checked afterwards (isLegal).
//
// Source: M. Wolf, M. Lam, "A data locality optimizing algorithm" (1991); S. Carr, K. McKinley,
// C.-W. Tseng, "Compiler optimizations for improving data locality" (1994); S. Verdoolaege, G.
// Janssens, "Scheduling for PPCG" (2017).
#pragma once

#include "reorder/BandMark.h"
#include "reorder/NestNames.h"
#include "reorder/Polyhedra.h"

namespace kasuri {

constexpr double clearGain = 1.4; ///< the least that an order has to be faster by estimate

struct NestOrder {
  isl::schedule schedule; ///< with a mark above each band
  std::string what;       ///< "tiled 32x64x512, innermost 'j', 4x8 iterations unrolled"
  double gain = 1;        ///< estimate for one core: time before / time after
  bool isWave = false;    ///< its two outermost loops are a wavefront's
  /// It is only faster if, times the iterations of the loops in the outermost one, this is more
  /// than a cache has; 0: always.
  int64_t bytesOfPlace = 0;
  bool hasLanes = false; ///< innermost loops run iterations of several of the source's
};

/// `names`: of the nest's loops. Nothing if no order is clearly faster, or (`gaveUp`) isl's
/// scheduler takes too many steps. Throws isl::exception.
std::optional<NestOrder> chooseOrder(const AffineNest &nest, const Polyhedra &polyhedra,
                                     const std::vector<std::string> &names,
                                     const InnermostLoops &allowed, const ReorderOptions &options,
                                     bool &gaveUp);

/// Each dependence leads from an execution to a later one; in a wavefront, from one iteration of
/// the outermost loop to another only where the second one does not go back; and in a parallel
/// loop, to one of the same iteration. Independent of how the order was found.
bool isLegal(const NestOrder &order, const Polyhedra &polyhedra);

} // namespace kasuri
