// Reading compile_commands.json: what a build system says about how each file is compiled.
#pragma once

#include "driver/inputs/Programs.h"

#include "llvm/ADT/StringRef.h"

namespace kasuri {

struct CompileCommands {
  std::vector<ProgramInputs> programs; ///< one of the given sources, or all of the build
  std::string
      target; ///< of them all, by their flags and their compilers' names; "": they do not say
  std::string problem; ///< not empty: what is wrong, and `programs` is not to be used
};

/// Seen from the directory, without dots.
std::string absolutePath(llvm::StringRef directory, llvm::StringRef file);

/// The commands of `sources` (of all C files when there are none) in
/// directory/compile_commands.json, each with `extraFlags` appended. A command run in another
/// directory has an absolute path.
CompileCommands readCompileCommands(const std::string &directory,
                                    const std::vector<std::string> &sources,
                                    const std::vector<std::string> &extraFlags);

} // namespace kasuri
