// Elements that an innermost loop keeps in variables, because it accesses them several times:
//
//     for (j_point..)                                 double a_kept[4][8];        fixed in j
//       for (i_lane < 4)                              for (i_lane..) for (k_lane..)
//         for (k_lane < 8)                              a_kept[i_lane][k_lane] = *at(a, i, k);
//           *at(c, i, j) += *at(a, i, k) *            for (j_point..) {
//                           *at(b, k, j);               double c_kept[4];         one for all k
//                                                       for (i_lane..)
//                                                         c_kept[i_lane] = *at(c, i, j);
//                                                       ..
//                                                       for (i_lane..)
//                                                         *at(c, i, j) = c_kept[i_lane];
//                                                     }
//
// The compiler behind does that by itself for arrays that it sees to be apart, but with lanes only
// for a part of them; of pointers only Kasuri knows. All elements of an array that is written go
// through the same variables, or none does.
//
// Source: S. Carr, K. Kennedy, "Scalar replacement in the presence of conditional control flow"
// (1994).
#pragma once

#include "analysis/affine/AffineNest.h"
#include "reorder/BandMark.h"
#include "reorder/Isl.h"
#include "reorder/NestNames.h"

namespace kasuri {

/// A loop that is unrolled in an innermost loop.
struct Lane {
  size_t depth = 0; ///< number of loops around it
  int times = 0;
  std::string first = {}; ///< of its counter; "": 0
};

/// What an innermost loop runs in an iteration: each of the statements for all iterations of all
/// lanes.
struct LaneBody {
  std::optional<BandMark> mark; ///< of the lanes
  std::vector<Lane> lanes;
  struct Run {
    size_t statement = 0;
    isl::ast_expr call; ///< its operands, behind the name: counters of the statement's loops
  };
  std::vector<Run> runs;
};

/// What a mark in the tree says of the loops in it.
BandMark markOf(const isl::ast_node &node);

/// Nothing for what has another form.
std::optional<LaneBody> laneBodyOf(const isl::ast_node &body);

/// Where loops that are unrolled do not have all of their iterations: they are right inside an
/// innermost loop, around each other, and do not change with it.
struct PartialLanes {
  std::vector<isl::ast_node> loops;
  isl::ast_node body; ///< runs of statements
};

/// `depth`: of the innermost loop; `inner`: what is in it, below the mark. Nothing for what has
/// another form.
std::optional<PartialLanes> partialLanesOf(const BandMark &mark, const isl::ast_node &inner,
                                           size_t depth);

/// The same, or a choice between such by conditions that the innermost loop does not change.
bool hasPartialLanes(const BandMark &mark, const isl::ast_node &inner, size_t depth);

struct KeptElement {
  size_t run = 0, element = 0;
  std::vector<size_t> lanes; ///< that it changes with: their numbers
  bool isFixed = false;      ///< in the innermost loop
};

/// `depth`: of the innermost loop. `steady`: by statement, accesses that read what the loop does
/// not write; may be empty.
std::vector<KeptElement> keptElements(const AffineNest &nest, const NestNames &names,
                                      const LaneBody &body, size_t depth,
                                      const std::vector<std::set<size_t>> &steady);

} // namespace kasuri
