// A link by kasuri-cc: the program first as it always was, then in parallel if that can be done.
//
// 1. Sources among the inputs become objects with sections, as `-c` makes them.
// 2. The compiler behind links. Its errors and warnings, and its status, are the command's.
// 3. The units that came in are one program for the pipeline, on their preprocessed texts
//    (WholeProgram.h).
// 4. Texts that the pipeline has changed are compiled anew, each with its object's own flags
//    (ParallelObjects.h).
// 5. The program is linked again, with the runtime and the new objects: in the places of the old
//    ones, or in front of all inputs if the old one came out of an archive. The linker says again
//    what it has taken: it must be the same but for these.
//
// Only then the new program takes the place of the old one. Whatever does not work out in 3 to 5,
// the user has the program of step 2.
#pragma once

#include "driver/CrossTarget.h"
#include "driver/Layout.h"
#include "driver/cc/Command.h"
#include "plan/Machine.h"

#include <string>

namespace kasuri {

/// What a command is about, beside itself: for which target, by which compiler, with what runtime.
struct Surroundings {
  Installation installation;
  CrossTarget target;
  std::string library = {}; ///< "": not built for the target
  Machine machine = hostMachine();
  bool machineIsHost = true;
};

/// Runs the command, which is a Link; its status. `scratch`: a directory of ours.
int linkProgram(const CcCommand &command, const Surroundings &around, const std::string &scratch);

} // namespace kasuri
