// Copies between an array and its lines (ExpandedLines.h): in front of the nest, of what is read
// and nothing in front of it has written, and behind the nest, of what the last writes have put
// there.
//
//     for (j_line..)                            for (i_line..)
//       d_lines[j_line][0] = s->d[0];             s->d[i_line] = d_lines[last j][i_line];
//
// The loops are those of the statement that the place in the line counts; others make the same
// copy. Each copy is of an element that the nest accesses, so there is one.
#pragma once

#include "reorder/ExpandedLines.h"

namespace kasuri {

struct LineCopies {
  std::string inFront, behind; ///< loops that copy from the array, and to it
};

/// `loops`: names of the nest's loops; `names`: of the source. Nothing if there is no text for
/// them. Throws isl::exception.
std::optional<LineCopies> printLineCopies(const AffineNest &nest, const Polyhedra &polyhedra,
                                          const std::vector<std::string> &loops,
                                          const NestNames &names, const ExpandedLines &made,
                                          const std::string &indentation);

} // namespace kasuri
