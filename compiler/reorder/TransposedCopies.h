// Copies of arrays with rows and columns exchanged, for loops that read an array along its columns.
//
//     for (i..) for (j..) for (k..)            all of the columns and rows that are read:
//       c[i][j] += a[i][k] * b[j][k];            b_columns[k][j] = b[j][k];
//                                              for (i..) for (k..) for (j..)
//                                                c[i][j] += a[i][k] * b_columns[k][j];
//
// Iterations over k depend on each other, so that vectors have several j, for which elements of b
// are far apart. The copies cost little where a loop outside goes through all of them many times.
// Nothing in the nest writes the array.
//
// Source: K. Goto, R. van de Geijn, "Anatomy of high-performance matrix multiplication" (2008),
// which packs tiles.
#pragma once

#include "reorder/FrontNumbers.h"
#include "reorder/NestBuffers.h"

namespace kasuri {

struct Polyhedra;

struct TransposedCopy {
  NestBuffer buffer;
  bool isFirst = true; ///< else the buffer is that of another one, with other elements of the same
  size_t from = 0;     ///< array in the source
  size_t array = 0;    ///< in the nest that reads the copies
  std::vector<AffineForm> subscripts; ///< of the element in the source
  size_t statement = 0;               ///< that reads it
  size_t rows = 0, columns = 0;       ///< loops that the array's subscripts count
  std::string text;                   ///< of the element in the source
  LoopUses uses;                      ///< of that text
};

struct CopiedNest {
  AffineNest nest; ///< reads the copies; its arrays are behind those of the source's
  NestNames names;
  std::vector<TransposedCopy> copies;
  std::vector<std::string> conditions; ///< for it to be worth it
  /// Estimated time of the source's order if it read the copies, over that of the source.
  double timeBefore = 1;
};

/// Nothing if no copy can help.
std::optional<CopiedNest> withTransposedCopies(const AffineNest &nest, const NestNames &names,
                                               const FrontNumbers &numbers);

/// Loops that make the copies. `nest`, `polyhedra`: of the source. `loops`: names of the nest's
/// loops. Throws isl::exception.
std::string printCopies(const AffineNest &nest, const Polyhedra &polyhedra,
                        const std::vector<std::string> &loops, const CopiedNest &made,
                        const std::string &indentation);

} // namespace kasuri
