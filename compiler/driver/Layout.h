// Where outputs go, and how to compile them.
#pragma once

#include "frontend/Frontend.h"

#include "llvm/ADT/StringRef.h"

namespace kasuri {

/// Seen from the current directory, without dots.
std::string absolutePath(llvm::StringRef file);

/// The output path of each input. The tree below the deepest directory that holds all inputs is
/// kept below `directory`: src/a.c and src/dsp/b.c become out/a.c and out/dsp/b.c; so no two
/// collide.
std::vector<std::string> outputPaths(const std::vector<SourceInput> &inputs,
                                     const std::string &directory);

/// The directories of the inputs, in order of first use: where `#include "..."` looked for headers.
/// A compiler of the outputs needs them as -iquote.
std::vector<std::string> quoteDirectories(const std::vector<SourceInput> &inputs);

/// Where kasuri.h, libkasuri.a and the descriptions of boards are, seen from the running executable
/// (bin/ beside lib/ or lib/TRIPLE/, lib/kasuri/include/, and share/, or a build directory inside
/// the source tree); "" when not found. Of an installation, the folder of headers holds ours alone.
struct Installation {
  std::string includeDirectory, library, machineDirectory;
  std::string documentation;    ///< docs/, with obstacles/; "" where it is not installed
  std::string libraryDirectory; ///< lib/; runtimes of other targets are in lib/kasuri/TARGET/
};
Installation findInstallation(const char *argv0);

/// The runtime's library for the target, "" being this machine; "" if it has not been built.
std::string libraryFor(const Installation &installation, const std::string &triple);

/// What to do about a library that has not been built.
std::string missingRuntimeText(const std::string &triple);

/// The names of the described boards, in order: each is a .json file of the machine directory.
std::vector<std::string> describedMachines(const Installation &installation);

/// True when the file at `path` exists and is one of the inputs, by whatever name.
bool isInput(const std::vector<SourceInput> &inputs, const std::string &path);

/// The word as sh reads it.
std::string quoted(const std::string &word);

/// The command that makes a program of the outputs, ready to paste into a shell. `compiler`: its
/// first words; `library`: "" if it is not known where it is; without an installation: a program
/// that needs none, but OpenMP.
std::string compileCommand(const std::vector<std::string> &compiler,
                           const std::vector<SourceInput> &inputs,
                           const std::vector<std::string> &outputs,
                           const std::vector<std::string> &flags, const Installation *installation,
                           const std::string &library);

} // namespace kasuri
