// What the user grants beyond the C standard's rules, each by an option.
#pragma once

namespace kasuri {

struct Assumptions {
  bool assertionsHold = false; ///< --assume=assertions: no call of assert fails
  /// --assume=input: whatever the program reads, it ends, and its behavior is defined.
  bool inputIsHandled = false;
  /// --assume=exits: what an iteration leaves that ends its loop is fit for one that follows it.
  bool exitsAreFit = false;

  /// Iterations may run though an earlier one ends the loop where data decide.
  bool mayRunAhead() const { return inputIsHandled || exitsAreFit; }
};

} // namespace kasuri
