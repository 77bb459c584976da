// What the user grants beyond the C standard's rules, each by an option.
#pragma once

namespace kasuri {

struct Assumptions {
  bool assertionsHold = false; ///< --assume=assertions: no call of assert fails
};

} // namespace kasuri
