// What a branch or a switch falls into as macro-tasks.
#pragma once

#include "model/Program.h"

#include <optional>
#include <vector>

namespace kasuri {

/// The statements that run if the condition has that outcome: of a branch 1 if it holds, else 0; of
/// a switch the index of the child that it selects.
struct Arm {
  std::vector<RegionId> parts; ///< siblings, ascending; without the `break` that ends an arm
  unsigned outcome = 0;
};

/// None: another statement, or a switch of which an arm falls into the next one.
std::optional<std::vector<Arm>> armsOf(const Program &program, RegionId statement);

/// The statement itself, which stands for its condition, and the statements of its arms; in place
/// of one of these that has arms what it falls into. Of a stretch its statements, without the
/// stretch. Another statement: that alone.
std::vector<RegionId> partsOf(const Program &program, RegionId statement);

} // namespace kasuri
