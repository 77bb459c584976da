// Whether OpenMP can say a layer, and what it needs of the code: the counterpart of Movability for
// code that stays where it is. Data, without syntax trees.
#pragma once

#include "analysis/Parallelism.h"
#include "graph/MacroTaskGraph.h"
#include "movability/Refusal.h"
#include "movability/openmp/Pragma.h"
#include "movability/text/Text.h"

#include <map>
#include <set>

namespace kasuri {

/// A variable as clauses list it.
struct OpenMpVariable {
  std::string name;
  std::optional<Refusal> whenListed; ///< in any clause
  std::optional<Refusal> whenShared;
  bool isRegister = false;
  bool handsProducts = false, sumsProducts = false; ///< see Contraction
  SourceLocation where;
};

/// That a stretch of code names and does not declare.
struct OpenMpUse {
  size_t variable = 0;
  unsigned order = 0; ///< of the places where they are first named
  bool isOnlyRead = true;
  bool isRounded = true; ///< a product from in front has been rounded where it is used
};

/// A name that the layer declares: as `wish`, or that with a number behind it.
struct FreshName {
  std::string wish;
  bool isOfLoop = false; ///< others may have it as well
};

/// A loop whose iterations threads share out. Fresh names stand in its texts as marks.
struct OpenMpLoop {
  std::optional<Refusal> refusal;      ///< in any layer
  std::optional<Refusal> whenUntested; ///< before that, if few iterations are not tested for
  Pragma pragma;
  TextRange range;
  std::vector<TextEdit> edits;
  std::vector<std::string> before, after; ///< statements
  std::vector<FreshName> freshNames;
  /// As tasks. Clang warns of its own comparison where the bound is signed and no constant.
  bool canBeTasks = false;
  bool isInArm = false;        ///< without the pragma, the loop stands in an `else` once more
  bool needsStretches = false; ///< what is left depends on who ran which iterations
  /// Few iterations are run by one thread.
  struct Threshold {
    std::string bound;
    bool isClosed = false;
    int64_t start = 0, step = 1;
  };
  std::optional<Threshold> threshold;
  bool hasGuards = false;
  std::vector<std::string> guards; ///< operands of `&&`
  std::string behind;              ///< what separates it from the text behind it
  bool sharesLine = false;         ///< with a statement that cannot be separated
};

/// A statement beside others.
struct OpenMpStatement {
  RegionId region;
  TextRange range;
  SourceLocation where;
  std::optional<Refusal> refusal;     ///< about its ends and what is around it
  std::optional<Refusal> whenGrouped; ///< about what is in it
  std::vector<size_t> privates;       ///< variables of which its task has its own
  std::vector<OpenMpUse> uses;        ///< in the order of the text
  bool isInBlock = false;             ///< statements may be written before it and behind it
};

struct OpenMpTask {
  std::vector<OpenMpStatement> statements;
  std::optional<OpenMpLoop> loop, taskLoop; ///< of a loop that can be split
  bool mayExit = false;                     ///< ends the program when memory runs out
  bool assumesAssertions = false;
  std::optional<Refusal> errnoUse; ///< see ErrnoUse
};

struct OpenMpLayer {
  bool keepsErrno = false;       ///< the program looks at it afterwards
  std::vector<OpenMpTask> tasks; ///< as in the graph
  std::vector<std::pair<unsigned, SourceLocation>> declarations; ///< of the block, by offset
};

struct OpenMpFunction {
  std::string refusal; ///< "": none
  std::vector<OpenMpVariable> variables;
};

struct OpenMpUnit {
  std::string refusal;         ///< "": none
  std::set<std::string> taken; ///< names that mean something
  /// Macros with names of C's or OpenMP's words; true: only where a parenthesis follows.
  std::map<std::string, bool> macros;
};

/// Of all code that layers of the graph consist of.
struct OpenMpCode {
  std::string refusal; ///< of the program; "": none
  std::vector<OpenMpUnit> units;
  std::map<FunctionId, OpenMpFunction> functions;
  std::vector<OpenMpLayer> layers; ///< by LayerId
};

} // namespace kasuri
