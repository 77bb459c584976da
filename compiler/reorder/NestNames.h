// What reordering is told, and what a nest's text is made of.
#pragma once

#include "reorder/LineProducts.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

/// The new order only runs where parameters lie between this number and its negative: sums with
/// tiles stay in an int.
constexpr int64_t largestParameter = int64_t(1) << 28;

constexpr int64_t largestSide = int64_t(1) << 19; ///< the same for what has three dimensions

struct ReorderOptions {
  uint64_t steps = 0;               ///< for isl, for the first nest
  bool takesAll = false;            ///< also orders that are not faster, and small nests
  int64_t tile = 0;                 ///< iterations of each loop in a tile; 0: by model
  LineProductsOf lineProducts = {}; ///< empty: the compiler does not tell
};

/// By statement: what may become the innermost loop; none: any.
struct InnermostLoop {
  std::set<size_t> loops;    ///< one of these, whose iterations do not depend on each other
  bool isFusedAlways = true; ///< false: not if they do now, and the compiler decides what it fuses
};
using InnermostLoops = std::vector<std::optional<InnermostLoop>>;

/// What is C of the source, or is named for it.
struct NestNames {
  std::string counterType;             ///< of all loops: "int" or "long"
  std::vector<std::string> parameters; ///< expressions of that type
  std::vector<std::string> variables;  ///< by loop: declaration of its variable as a constant
  std::vector<std::string> statements; ///< their text, with a `#line` in front
  /// By statement: loops whose variables it uses.
  std::vector<std::vector<size_t>> used;
  /// By statement: loops whose counters its text uses, by the names in `counters`.
  std::vector<std::vector<size_t>> counted;
  std::vector<std::string> counters;                  ///< by loop
  std::vector<std::vector<std::string>> declarations; ///< by statement: in front of its text
  std::vector<std::string> addresses;                 ///< by array, as a `long`; "": not needed
  InnermostLoops innermost;
  std::string pragma;      ///< in front of a loop whose iterations may run in any order
  std::string plainPragma; ///< in front of other outermost loops
  /// No name in the source.
  std::function<std::string(const std::string &)> fresh;
};

} // namespace kasuri
