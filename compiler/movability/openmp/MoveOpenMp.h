// How OpenMP says a layer, as data.
#pragma once

#include "movability/Movability.h"

namespace kasuri {

/// Statements that stand beside each other and run as one task.
struct OpenMpGroup {
  std::vector<RegionId> regions;
  std::vector<TextRange> statements;
  std::optional<OpenMpLoop> loop; ///< whose iterations can be shared out
  Pragma task;
  bool isTaskLoop() const { return loop && loop->canBeTasks; }
  TextRange range() const { return {statements.front().begin, statements.back().end}; }
};

struct OpenMpForm {
  std::optional<Refusal> refusal; ///< there is none, and nothing else holds
  enum class Kind : uint8_t { Loops, Sections, Tasks } kind = Kind::Loops;
  std::vector<OpenMpLoop> loops;          ///< Loops
  Pragma around;                          ///< Sections, Tasks
  std::vector<OpenMpGroup> groups;        ///< likewise
  std::vector<std::string> tokens;        ///< Tasks: variables that it declares, see chooseTokens
  std::vector<std::string> before, after; ///< Sections, Tasks: statements around it all
};

/// A layer of one loop is a parallel loop; statements that do not wait for each other are sections;
/// others are tasks that `depend` on each other.
OpenMpForm moveOpenMp(const Program &program, const Parallelism &facts, const Layer &layer,
                      const Movability &movability, const LayerShape &shape);

} // namespace kasuri
