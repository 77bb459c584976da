// A parallel layer as data: what is captured, how loops are cut, the text of each task. Internal to
// emission; `outlineLayer` decides, `printLayer` prints without deciding anything.
#pragma once

#include "emit/Emit.h"
#include "movability/Movability.h"
#include "movability/text/SourceText.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace kasuri {

class SourceText;

struct OutlinedTask : TaskParts {
  std::string function; ///< name of the task function
  std::string name;     ///< "psy_analyse@encoder.c:120"
  unsigned line = 0;
  std::string bodyLine; ///< directive for the line of the text's first character
  std::string text;     ///< statements, or the body of the split loop, with references rewritten
  std::vector<size_t> captures;    ///< indices into OutlinedLayer::captures
  bool isCondition = false;        ///< `text` is an expression; later tasks read its outcome
  std::vector<SwitchLabel> labels; ///< of the switch that selects by that expression
  std::optional<size_t> condition; ///< runs only if that task had this outcome
  unsigned outcome = 1;
  /// Of a condition, or a statement with jumps: with this outcome the layer is left, by this code.
  struct Exit {
    unsigned outcome = 1;
    std::string line, text; ///< directive for the line of the text's first character
  };
  std::vector<Exit> exits;
  /// It reads errno, as the tasks before it have left it.
  bool readsErrno = false;
  /// Of a pipeline: what runs behind it, by the outcome with which it ends.
  std::vector<Exit> pipeExits;
  std::vector<std::string> segmentNames; ///< likewise, "encode@main.c:12"

  /// The frame has its outcome.
  bool decides() const { return isCondition || !exits.empty(); }
};

struct OutlinedLayer {
  std::string symbol; ///< "ks_encode_frame_120"
  std::string name, file;
  std::string firstLine, afterLine, functionLine; ///< directives for the line of `begin`, ...
  unsigned begin = 0, end = 0;                    ///< bytes of the file that it replaces
  unsigned functionBegin = 0;                     ///< where its functions and tables go
  bool needsNewLine = false;           ///< more than white space is before that place on its line
  std::vector<MacroDefinition> macros; ///< that the function defines in front
  std::string prototype; ///< of the function, if a task names it that nothing else declares
  std::string original;
  std::string otherwise;         ///< instead of that, if it is not empty: the call of another layer
  std::vector<Guard> guards;     ///< conditions of the parallel run
  std::optional<SplitLoop> head; ///< of a distributed loop, for its trip count
  std::vector<Capture> captures;
  std::vector<OutlinedCopy> copies;
  std::vector<OutlinedTask> tasks;
  const Program *program = nullptr; ///< of objects that guards and amounts name
  const PlannedLayer *plan = nullptr;
  unsigned maxParts = 1;

  /// The tasks before one that reads errno keep what they leave there in the frame.
  bool keepsErrno(size_t task) const {
    return std::any_of(tasks.begin() + static_cast<std::ptrdiff_t>(task) + 1, tasks.end(),
                       [](const OutlinedTask &each) { return each.readsErrno; });
  }
};

/// The layer as data, or why its code cannot be moved: then the plan does not hold what it should.
struct OutlineResult {
  std::optional<OutlinedLayer> layer;
  std::string problem;
};

OutlineResult outlineLayer(const Program &program, const SourceText &source,
                           const Parallelism &facts, const MacroTaskGraph &graph,
                           const Movability &movability, const PlannedLayer &plan,
                           const std::string &symbol);

/// Directives in front of code in which these macros hold, and behind it.
std::string pushed(const std::vector<MacroDefinition> &macros);
std::string popped(const std::vector<MacroDefinition> &macros);

/// What the enclosing function puts into the frame.
struct FrameMember {
  std::string name, declaration, value;
  std::string comment = {};
  bool isOfCopy = false; ///< the value is the address of one of OutlinedLayer::copies
};

/// Of a loop's private blocks: what the frame has for them, and what stands in a part before
/// its loop and behind it. `isLast`: a test for the last iteration.
std::vector<FrameMember> blockMembers(const Program &program, const SplitLoop &loop);
std::string printBlockStart(const SplitLoop &loop);
std::string printBlockEnd(const SplitLoop &loop, const std::string &isLast);

/// Of a loop's copies of accumulators: what the frame has for them, and what stands in a part
/// before its loop, in each step of it, and behind it.
std::string printAccumulatorMembers(const SplitLoop &loop, unsigned parts);
bool hasAccumulatorTerms(const SplitLoop &loop);
std::string printAccumulatorStart(const SplitLoop &loop);
std::string accumulatorStep(const SplitLoop &loop);
std::string printAccumulatorEnd(const SplitLoop &loop);
/// The same before and behind the run of the layer.
std::string printAccumulatorBefore(const SplitLoop &loop, const std::string &trip, unsigned parts);
std::string printAccumulatorFold(const SplitLoop &loop, const std::string &trip, unsigned parts);

/// Of what called functions add up: the frame's members, what stands in a part before its loop and
/// behind it, and behind the run of the layer.
std::string printSumMembers(const SplitLoop &loop, unsigned parts);
std::string printSumStart(const SplitLoop &loop);
std::string printSumEnd(const SplitLoop &loop);
std::string printSumFold(const SplitLoop &loop, unsigned parts);

/// Of an array that a part has for itself.
std::string printOwnArray(const OutlinedReduction &array);
/// With what a part's minimum or maximum begins: the value before, or what functions pass over.
std::string extremeStart(const OutlinedReduction &extreme, const std::string &before);
/// Of what a part's list of terms has, "struct ks_f_12_term_0_0"; of mere values, their type.
std::string termType(const OutlinedReduction &each, const std::string &symbol);
/// The definitions of the layer's types of that kind.
std::string printTermTypes(const OutlinedLayer &layer);
/// Behind the run of the layer with that symbol.
std::string printReductionFold(const OutlinedReduction &each, const std::string &trip,
                               unsigned parts, const std::string &symbol);

/// Of a loop's variables that iterations may leave alone: what the frame has for them, what stands
/// in a part before its loop and behind it, and what stands behind the run of the layer.
std::string printLastSetMembers(const SplitLoop &loop, unsigned parts);
std::string printLastSetStart(const SplitLoop &loop);
std::string printLastSetEnd(const SplitLoop &loop);
std::string printLastSetFold(const SplitLoop &loop, unsigned parts);

/// Statements that use values which compilers may take for missing.
std::string withoutWarnings(const std::string &statements);

/// Of a loop's statements in order: what the frame has of each iteration for them, where that gets
/// its memory, and the loop that they are in. `value`: that of the loop's variable in iteration
/// ks_k.
std::string printKeptMembers(const SplitLoop &loop);
bool keepsValues(const SplitLoop &loop);
std::string printKeptBefore(const SplitLoop &loop, const std::string &trip);
std::string printOrdered(const SplitLoop &loop, const std::string &trip, const std::string &value);

/// Of a pipeline: its segments' names, what the frame has for it, the task's loop, and what stands
/// around and behind the run of the layer.
std::string printSegments(const OutlinedLayer &layer, const OutlinedTask &task);
std::string printPipedMembers(const PipedLoop &loop);
std::string printPiped(const OutlinedTask &task, const std::string &index);
std::string printPipeOpen(const OutlinedLayer &layer, const OutlinedTask &task,
                          const std::string &described);
std::string printPipeClose();
std::string printPipeExits(const OutlinedTask &task);

/// Of the layer's copies: their type, the definition of ks_copies that takes the variables' values,
/// and what stores these back.
std::string copiesOf(const OutlinedLayer &layer);
bool haveValues(const std::vector<OutlinedCopy> &copies); ///< one begins with the variable's
std::string printCopiesType(const OutlinedLayer &layer);
std::string printCopies(const OutlinedLayer &layer);
std::string printLateCopies(const OutlinedLayer &layer);
std::string printCopiesBack(const OutlinedLayer &layer);

/// The layer's tables, or its graph, with its tasks.
std::string printDispatch(const OutlinedLayer &layer);

/// Task functions and frame.
std::string printTaskFunctions(const OutlinedLayer &layer);

/// The same with tables, for before the function.
std::string printDefinitions(const OutlinedLayer &layer);

/// What stands in place of the statements.
std::string printCall(const OutlinedLayer &layer);

} // namespace kasuri
