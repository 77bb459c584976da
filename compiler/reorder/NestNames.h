// What reordering is told, and what a nest's text is made of.
#pragma once

#include "reorder/FusedSums.h"

#include <cstdint>
#include <functional>
#include <map>
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
  CompiledSumsOf compiledSums = {}; ///< empty: the compiler does not tell
  bool onlyAcrossSteps = false;     ///< tiles with several iterations of the outermost loop
  bool hasOneSize = false;          ///< sizes that are fields of one name are the same one
};

/// What a program tests in front of a nest about its memory (NestCondition.h).
struct NestCondition {
  std::string condition; ///< ""; certain
  /// Behind a declaration of the flag, which says whether all conditions hold: statements that
  /// clear it if rows overlap. "": there are none.
  std::string flag, statements;
};

/// By statement: what may become the innermost loop, where the compiler decides what it fuses: one
/// of these, whose iterations do not depend on each other; none: any.
using InnermostLoops = std::vector<std::optional<std::set<size_t>>>;

/// How often a text names variables of loops, and their counters; by loop.
struct LoopUses {
  std::map<size_t, size_t> variables, counters;

  /// Without those of a part of the text.
  void remove(const LoopUses &part) {
    for (const auto &[loop, times] : part.variables)
      variables[loop] -= times;
    for (const auto &[loop, times] : part.counters)
      counters[loop] -= times;
  }
};

/// What a statement accesses by a text of its own: an element of an array (NestElements.h).
struct NestElement {
  size_t array = 0;
  std::vector<size_t> accesses; ///< all that the text makes: their numbers in the statement
  bool isWritten = false;
  bool isCall = false; ///< the value of a call, which only reads what the nest does not write
  std::string type, text;
  std::string name; ///< for a variable that has its value
  LoopUses uses;    ///< in all places where the statement names it
};

/// What is C of the source, or is named for it.
struct NestNames {
  std::string counterType;             ///< of all loops: "int" or "long"
  std::vector<std::string> parameters; ///< expressions of that type; behind them wholeSteps()
  std::vector<std::string> variables;  ///< by loop: declaration of its variable as a constant
  /// The text of a statement, with a `#line` in front, in which its elements have these names; "":
  /// the source's.
  std::function<std::string(size_t, const std::vector<std::string> &)> statement;
  std::vector<std::vector<NestElement>> elements;     ///< by statement
  std::vector<LoopUses> uses;                         ///< of each statement, by the source's names
  std::vector<std::string> counters;                  ///< by loop: its counter's name
  std::vector<std::vector<std::string>> declarations; ///< by statement: in front of its text
  /// By array, as a `long`, or a `const char *` to the table of rows; "": not needed.
  std::vector<std::string> addresses;
  InnermostLoops innermost;
  std::string pragma;      ///< in front of a loop whose iterations may run in any order
  std::string plainPragma; ///< in front of other outermost loops
  std::string rowsPragma, columnsPragma; ///< in front of the two outer loops of a wavefront
  /// No name in the source.
  std::function<std::string(const std::string &)> fresh;
};

} // namespace kasuri
