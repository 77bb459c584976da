// Arrays of which each iteration of a loop sets a line anew, with a line for each iteration:
//
//     for (j..) {                                 d_lines[j][0] = s->d[0];              in front
//       for (i = 1..)                             for (j..) {
//         s->d[i] = f(a[i][j], s->d[i - 1]);        for (i = 1..)
//       for (i..)                                     d_lines[j][i] = f(a[i][j], d_lines[j][i -
//       1]);
//         b[i][j] = g(s->d[i]);                     for (i..)
//     }                                               b[i][j] = g(d_lines[j][i]);
//                                                 }
//                                                 s->d[i] = d_lines[last j][i];         behind
//
// Iterations over j then do not depend on each other: the loop may be the innermost one, or run in
// parallel. Other loops of the nest that use the array have lines of their own.
//
// In the order of the source, each read must get the value of the same execution from the lines as
// from the array, or of none: then nothing in front of it has written the element, and the copy in
// front has put the array's value there. What an element has in the end is what its last write has
// put into a line. Nothing writes a line later than that, or the element would have a later write.
// So it is copied behind the nest. All accesses are made in each execution of their statements.
//
// Source: P. Feautrier, "Array expansion" (1988).
#pragma once

#include "reorder/NestBuffers.h"
#include "reorder/NestOrder.h"
#include "reorder/ReadValues.h"

namespace kasuri {

/// The lines of one array in iterations of one loop.
struct LinesOfLoop {
  size_t from = 0;  ///< the array in the source
  size_t loop = 0;  ///< each of its iterations has a line
  size_t array = 0; ///< in the nest with lines
  NestBuffer buffer;
  bool areNeighbors = false; ///< elements of different lines with the same subscripts
  /// Of each dimension, what its places begin with, and how many there are.
  std::vector<std::pair<std::string, std::string>> extents;
};

struct ExpandedLines {
  AffineNest nest; ///< accesses the lines; its arrays are behind those of the source's
  NestNames names;
  std::vector<LinesOfLoop> lines;
  std::vector<ReadValues> values; ///< of all reads of the arrays with lines, in the source
  std::string what;               ///< "'s->d[i]'"
  /// Estimated time of the source's order with lines, over that of the source.
  double timeBefore = 1;
};

// These throw isl::exception.

/// Nothing if there is no such array. `polyhedra`: of the nest.
std::optional<ExpandedLines> withExpandedLines(const AffineNest &nest, const Polyhedra &polyhedra,
                                               const NestNames &names);

/// With lines, in the new order, each read gets the value of the same execution as in the source.
/// Independent of how lines and order were found. `polyhedra`: of the source.
bool keepsValues(const Polyhedra &polyhedra, const ExpandedLines &made, const NestOrder &order);

} // namespace kasuri
