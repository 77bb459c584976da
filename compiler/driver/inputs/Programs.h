// The programs that the sources of a build make.
//
// compile_commands.json lists how each source is compiled, for all programs of a build. Analyzed as
// one program, two of them would have two `main` functions, and a call would reach the functions of
// another program. What is linked with what is known
//   1. from link commands: entries that compile and link at once (cc a.c b.c -o prog), and the
//      link.txt files of CMake's makefiles;
//   2. without these, by names: a program is a source that defines main, with all sources that
//      define what it needs, as a linker takes members from an archive. Of several with that
//      name the one is taken whose object is in the same folder, or else the nearest in the tree.
// What belongs to no program (the sources of a shared library) is a set of its own.
#pragma once

#include "frontend/Frontend.h"

#include <string>
#include <vector>

namespace kasuri {

/// A source as one command compiles it. All paths are absolute.
struct CompiledUnit {
  SourceInput input;
  std::string path;
  std::string object; ///< that the command writes; "": not known
};

/// A command that makes something of objects, sources and archives.
struct LinkCommand {
  std::string output; ///< an absolute path
  std::vector<std::string> inputs;
  bool makesProgram = true; ///< false: an archive or a shared library
};

struct ProgramInputs {
  std::string name; ///< of the program; "other-sources": what belongs to none
  std::vector<SourceInput> inputs;
};

/// All programs, ordered by name; one without a name if they make one.
std::vector<ProgramInputs> findPrograms(const std::vector<CompiledUnit> &units,
                                        const std::vector<LinkCommand> &links);

} // namespace kasuri
