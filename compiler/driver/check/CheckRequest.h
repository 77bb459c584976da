// The command line of `kasuri check`, as data.
#pragma once

#include "driver/Options.h"
#include "driver/check/Baseline.h"

#include <optional>
#include <span>

namespace kasuri {

struct CheckRequest {
  Options options; ///< of the plan; no outputs but a report
  std::string baselinePath;
  bool updates = false;             ///< write it instead of comparing with it
  std::optional<Baseline> baseline; ///< absent only for an update of a file that is not there
};

/// The request, or the exit status after one diagnostic.
std::variant<CheckRequest, int> readCheckRequest(std::span<char *const> arguments);

} // namespace kasuri
