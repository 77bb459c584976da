// Obstacles: why something was left sequential, as data that remarks and reports print.
#pragma once

#include "support/Ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

/// A place in a source file. Lines and columns start at 1; line 0 means "no place".
struct SourceLocation {
  FileId file;
  uint32_t line = 0;
  uint32_t column = 0;

  bool valid() const { return line != 0; }
  auto operator<=>(const SourceLocation &) const = default;
};

enum class ObstacleKind : uint8_t {
#define OBSTACLE(Kind, Text, Help) Kind,
#include "support/Obstacle.def"
};

/// One reason. `source` and `sink` are the two ends of a dependence; either may be invalid.
struct Obstacle {
  ObstacleKind kind = ObstacleKind::UnknownCall;
  std::string subject; ///< the user's name for it: "enc->bits", "printf"
  std::string detail;  ///< second operand of the text; may be empty
  SourceLocation source;
  SourceLocation sink;
  std::string unlock = {}; ///< what would unlock it here, if that says more than the kind's text

  bool operator==(const Obstacle &) const = default;
};

std::string_view name(ObstacleKind kind);      ///< "CarriedFlow"
std::string_view text(ObstacleKind kind);      ///< the message, with {0} and {1} for its operands
std::string_view helpText(ObstacleKind kind);  ///< what helps in general, with {0} and {1}
std::string message(const Obstacle &obstacle); ///< the text with its operands, without the kind
std::string help(const Obstacle &obstacle);    ///< what would unlock it

/// All kinds, in the order of Obstacle.def.
std::vector<ObstacleKind> obstacleKinds();

} // namespace kasuri
