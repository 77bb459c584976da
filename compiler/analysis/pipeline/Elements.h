// A loop's body as what a pipeline orders: its head and its statements, with the ways out of the
// loop; internal to findPipeline.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/statement/SiblingFacts.h"
#include "model/Inline.h"

#include <optional>
#include <vector>

namespace kasuri {

/// The loop's head, or a piece of its body.
struct PipelineElement {
  PipelinePiece piece;           ///< without a statement: the head
  std::vector<RegionId> regions; ///< what each iteration runs of it
  std::vector<ValueId> values;   ///< evaluated there
  std::vector<RegionId> leaving; ///< with these statements the loop ends; they run behind it
  /// It ends the loop only if output or an allocation has failed: the first element that may hold
  /// what failed. None: data may decide it.
  std::optional<size_t> failsFrom;
  bool isReturn = false; ///< these statements end in a return from the function
  bool isExit() const { return !leaving.empty(); }
};

/// The elements of a call that was replaced by the function's body.
struct CalledElements {
  size_t arguments, result; ///< the body is between them
};

struct PipelineElements {
  std::vector<PipelineElement> all; ///< the head first
  std::vector<CalledElements> calls = {};
  bool hasContinue = false; ///< an iteration may leave out some of the elements
};

/// Whenever the region runs, the block in it does, once.
bool isPlainlyIn(const Program &program, RegionId region, RegionId block);

/// None if control may leave the loop in another way, the program may end in it other than for want
/// of memory, or it acts on the thread that runs it. `inlined`: what the program is a copy of, or
/// null.
std::optional<PipelineElements> findElements(const AnalysedProgram &analysed,
                                             const StatementFacts &statements, RegionId loop,
                                             const InlinedProgram *inlined);

} // namespace kasuri
