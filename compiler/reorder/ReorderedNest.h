// A nest whose loops have another order, for the report.
#pragma once

#include "support/Obstacle.h"

#include <set>
#include <string>

namespace kasuri {

struct ReorderedNest {
  FunctionId function;
  SourceLocation location; ///< of the outermost loop
  std::string what;        ///< "tiled 32x64x512, 4x8 iterations unrolled, loop over 'j' innermost"
  double gain = 1;         ///< on one core, by estimate
  SourceLocation end = {}; ///< of its last token
  std::string text = {};   ///< that stands for it where the condition holds
  std::string condition = {};
  bool isUnfolded = false;            ///< it has another text than the source's
  std::set<std::string> inlined = {}; ///< functions of the unit whose loops are in it
};

struct KeptNest {
  SourceLocation location;
  std::string why;
  std::string help = {}; ///< what a user may do
  double gain = 0;       ///< of the order that it would have on one core, by estimate; 0: of none
  bool isOverBudget = false; ///< whether there is a better one is not known
};

} // namespace kasuri
