// What kasuri-cc makes of a command line meant for cc.
#pragma once

#include "analysis/Assumptions.h"
#include "driver/Layout.h"

#include <string>
#include <vector>

namespace kasuri {

struct CcCommand {
  bool isWholeProgram = false;             ///< compiles C sources and links: worth the pipeline
  std::vector<std::string> plainArguments; ///< for cc: all but Kasuri's own options
  std::vector<size_t> sources;             ///< which of plainArguments are C sources
  std::vector<std::string> frontendFlags;  ///< those that say what the sources mean
  bool remarks = false, missedRemarks = false, analysisRemarks = false;
  Assumptions assumptions;
  std::vector<std::string> profiles; ///< --profile
  std::string machine;               ///< --machine; "": not given
  std::string target;                ///< --target=T, -target T: not in plainArguments; "": none
};

CcCommand parseCcCommand(std::vector<std::string> arguments);

/// The command for cc with `outputs` in place of the sources, where their headers are found, and
/// the runtime, which is `library`.
std::vector<std::string> parallelArguments(const CcCommand &command,
                                           const std::vector<std::string> &outputs,
                                           const std::vector<std::string> &quoteDirectories,
                                           const Installation &installation,
                                           const std::string &library);

} // namespace kasuri
