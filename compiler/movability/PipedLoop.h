// A loop whose iterations run as a pipeline, as data: its head, and what iterations hand on. Types
// and expressions of the source are C text in it.
#pragma once

#include "analysis/library/StandardInput.h"
#include "movability/text/Text.h"

#include <string>
#include <vector>

namespace kasuri {

struct PipedLoop {
  struct Segment {
    unsigned line = 0; ///< of its first statement, or of the loop
    /// Statements that hand values on, the last one where the loop ends in the segment; "": none
    /// are.
    std::string take, leave, end;
  };
  /// Memory that a captured pointer leads to, and of which each worker has a copy.
  struct Buffer {
    /// The pointer, where it led before, if iterations hand the memory on, and the size.
    std::string name, home, bytes;
  };
  std::vector<Buffer> buffers;
  /// Of versions of blocks: their variables, what makes them in front of the loop and in its first
  /// iteration, behind the head, and what ends them; "": none.
  std::string versionNames, versionsInFront, versionsInBody, versionsFreed;
  /// Pointers that each worker has for itself, null at first: what they lead to at the end is
  /// freed.
  std::vector<std::string> freed;
  std::vector<Segment> segments; ///< the first has the head
  std::string prototypes;        ///< of copies of functions that the body calls
  bool isHeadAlone = false;      ///< that one has no statements of the body
  std::string setUp;             ///< what stands in front of the loop; "": nothing
  std::string condition, step;   ///< "": none
  bool testsFirst = true;
  bool readsAhead = false;                             ///< see Pipeline
  StandardInput standardInput = StandardInput::Unread; ///< what the program reads of it
  bool hasNext = false;           ///< some iterations go to a label behind the body
  unsigned tests = 0;             ///< branches that test a variable, which has their condition
  std::vector<TextRange> leaving; ///< what runs behind the loop, by outcome less 1
  /// What the iteration that ends the loop saves, by outcome less 1: bytes of its member in the
  /// frame, and what restores it from there.
  struct Saved {
    uint64_t bytes = 0;
    std::string restore;
  };
  std::vector<Saved> saved;
  /// The name of that member.
  static std::string savedBy(size_t outcome) { return "ks_saved_" + std::to_string(outcome); }
  /// The name of that label.
  static std::string next(const std::string &task) { return "ks_next_" + task; }
  /// The name of the variable with the condition of a branch.
  static std::string test(unsigned number) { return "ks_test_" + std::to_string(number); }
};

} // namespace kasuri
