// Why code stays where it is.
#pragma once

#include "support/Obstacle.h"

#include <string>

namespace kasuri {

/// Why something cannot be moved, and the place that says so.
struct Refusal {
  std::string what; ///< the user's construct: "a static local variable"
  SourceLocation where;
  bool operator==(const Refusal &) const = default;
};

} // namespace kasuri
