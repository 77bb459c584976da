// What conditions come to in the first iteration of a loop that counts from a constant.
#pragma once

#include "model/Program.h"

#include <optional>

namespace kasuri {

class FirstIteration {
public:
  FirstIteration(const Program &program, RegionId loop);

  /// None: it may come to both.
  std::optional<bool> outcomeOf(ValueId condition) const;

  /// A branch of the loop's body is known to take one of its ways.
  bool decidesBranch() const { return isDeciding; }

private:
  const Program &program;
  RegionId loop;
  std::optional<int64_t> start; ///< of the loop's variable; none: it is not known in the body

  bool isDeciding = false;

  bool isVariable(ValueId value) const;
};

} // namespace kasuri
