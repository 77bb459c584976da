// What two runs of a command are compared by: status, stdout, stderr, and the files that they left.
//
// Byte by byte; or, with a tolerance, as texts in which numbers may differ a little:
//
//     sum   =  1.00000000001, 3 values          --tolerance=1e-9
//     sum   = 0.99999999999, 3 values           the same: numbers and words, whatever blanks
//     between
//
// A number is what strtod takes for one in decimal form; two of them agree if they are equal texts,
// if both are no number (nan), or if they differ by at most the tolerance times the larger of their
// magnitudes. Everything else has to be equal, but that a run of blanks in a line is as good as any
// other: another number of digits moves what is behind it. Whether the file is a text is not asked;
// what is none differs in bytes that are no numbers.
#pragma once

#include "driver/verify/Runs.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>

namespace kasuri {

/// What may differ.
struct Comparison {
  double relative = 0;                 ///< of numbers, as a share of the larger one
  double absolute = 0;                 ///< or by so much
  std::vector<std::string> files = {}; ///< relative; if not empty, these alone are compared
  std::set<std::string> ignored = {};  ///< names of parts
};

/// The first place where a part of two outcomes differs.
struct Difference {
  std::string part = {};                 ///< "status", "stdout", "stderr", "file 'out.aac'"
  uint64_t offset = 0;                   ///< in bytes, of where they differ, in what was expected
  uint64_t line = 0;                     ///< from 1; 0: a status, or a file that one of them lacks
  std::string expected = {}, found = {}; ///< a few bytes from there, as text with escapes
};

/// The name of a part that is a file.
std::string nameOfFile(llvm::StringRef path);

/// In each part that differs, in the order: status, stdout, stderr, files by name.
std::vector<Difference> differencesOf(const Outcome &expected, const Outcome &found,
                                      const Comparison &how);

/// The first difference of two texts, without the name of the part.
std::optional<Difference> firstDifference(llvm::StringRef expected, llvm::StringRef found,
                                          const Comparison &how);

/// Has the run left such a file?
bool hasLeft(const Outcome &outcome, const std::string &file);

} // namespace kasuri
