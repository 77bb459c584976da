// GCC's own options: which of them Clang can do without.
//
// Clang ends at an option that it does not know, and GCC has hundreds of its own. Most say how to
// optimize or what to print; the analysis needs none of those, and the compiler behind gets them as
// they are. Some change what C means (-fsso-struct=), and what Clang reads is then not what is
// compiled. GccOptions.def says which is which. An option that neither Clang nor the table knows
// may change anything.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

/// Flags for Clang, made of those for another compiler.
struct FlagsForClang {
  std::vector<std::string> flags; ///< without GCC's own -f and -m options
  std::string unmodeled;          ///< why the source is not what Clang reads; "": it is
};

/// The macros of preprocessed text are replaced, so that options may have any say in them.
FlagsForClang flagsForClang(const std::vector<std::string> &flags, bool isPreprocessed);

/// Those that Clang's driver knows, other than for files and for the assembler.
std::vector<std::string> knownToClang(const std::vector<std::string> &flags);

} // namespace kasuri
