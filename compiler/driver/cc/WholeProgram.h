// The pipeline on the units of a link, as one program.
//
// It runs in a process of its own, so that not even a crash of ours breaks the user's build. Clang
// must understand all of a program's text; of one unit that it does not understand (an extension
// that only GCC has), the object is as good as one without source, and the others go on without it.
#pragma once

#include "cost/Profile.h"
#include "driver/cc/LinkInputs.h"
#include "driver/cc/LinkStep.h"
#include "driver/cc/ResultCache.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace kasuri {

struct ParallelTexts {
  std::map<size_t, std::string> textOf; ///< by unit; of those that are not as they were
  std::string remarks;
};

/// Everything beside the units that has a say.
struct WholeProgramContext {
  const CcCommand &command;
  const Surroundings &around;
  const std::vector<Profile> &profiles;
  const std::set<std::string> &shownNames; ///< what the program defines for others at run time
  const ResultCache &cache;
  const std::string &scratch; ///< a directory of ours
};

/// The units' parallel texts; or the messages of a failure of ours. Takes out of `inputs` what
/// cannot be understood.
std::variant<ParallelTexts, std::string> parallelise(LinkInputs &inputs,
                                                     const WholeProgramContext &context);

} // namespace kasuri
