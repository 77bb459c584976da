// kasuri-cc -c: the compiler behind it compiles as it always does, and the object gets its section.
//
// The source is preprocessed by the same compiler with the same flags, while it is compiled.
// Nothing of that is seen: the compiler's messages, files for make and status are those of the one
// command that the user gave, and an object that cannot get its section stays what the compiler has
// written.
#pragma once

#include "driver/cc/Command.h"

#include <string>
#include <vector>

namespace kasuri {

/// Runs the command, which is a Compile; its status. `scratch`: a directory of ours.
int compileObjects(const CcCommand &command, const std::vector<std::string> &compiler,
                   const std::string &scratch);

/// Compiles one source of a Link; the status.
int compileObject(const CcCommand &command, const std::vector<std::string> &compiler,
                  const std::string &source, const std::string &object, const std::string &scratch);

} // namespace kasuri
