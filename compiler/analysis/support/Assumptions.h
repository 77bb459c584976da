// What the user grants beyond the C standard's rules, each by an option.
#pragma once

namespace kasuri {

struct Assumptions {
  bool assertionsHold = false; ///< --assume=assertions: no call of assert fails
  /// --assume=input: whatever the program reads, it ends, and its behavior is defined.
  bool inputIsHandled = false;
};

} // namespace kasuri
