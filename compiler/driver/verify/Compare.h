// Compares the outcomes of two runs of a command: status, stdout, stderr, and the files they wrote.
//
// The comparison is byte by byte or, with a tolerance, of texts in which numbers may differ a
// little:
//
//     sum   =  1.00000000001, 3 values          --tolerance=1e-9
//     sum   = 0.99999999999, 3 values           the same: numbers and words, with any blanks
//     between
//
// A number is what strtod accepts in decimal form. Two numbers agree if they are equal texts, if
// both are nan, or if they differ by at most the tolerance times the larger of their magnitudes.
// Everything else must be equal, except that any run of blanks in a line equals any other: a number
// with more digits moves the text after it. The comparison does not ask whether the file is a text;
// other files differ in bytes that are not numbers.
#pragma once

#include "driver/verify/Runs.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>

namespace kasuri {

/// Allowed differences.
struct AllowedDifferences {
  double relative = 0;                 ///< of numbers, as a share of the larger one
  double absolute = 0;                 ///< or this absolute amount
  std::vector<std::string> files = {}; ///< relative; if not empty, only these are compared
  std::set<std::string> ignored = {};  ///< names of parts
};

/// The first place where a part of two outcomes differs.
struct Difference {
  std::string part = {};                 ///< "status", "stdout", "stderr", "file 'out.aac'"
  uint64_t offset = 0;                   ///< of the difference, in bytes, in the expected part
  uint64_t line = 0;                     ///< from 1; 0: a status, or a file that one outcome lacks
  std::string expected = {}, found = {}; ///< a few bytes from there, as text with escapes
};

/// The name of a part that is a file.
std::string nameOfFile(llvm::StringRef path);

/// One for each part that differs, in the order: status, stdout, stderr, files by name.
std::vector<Difference> differencesOf(const Outcome &expected, const Outcome &found,
                                      const AllowedDifferences &how);

/// The first difference of two texts, without the name of the part.
std::optional<Difference> firstDifference(llvm::StringRef expected, llvm::StringRef found,
                                          const AllowedDifferences &how);

/// Did the run write such a file?
bool hasLeft(const Outcome &outcome, const std::string &file);

} // namespace kasuri
