// Remarks: the findings at their source lines, in Clang's form.
//
//     fir.c:12:3: remark: loop stays sequential: 'a' is read in an iteration after ...
//     [CarriedFlow]
//        12 |   for (int i = 1; i < n; i++)
//           |   ^
//     fir.c:13:5: note: 'a' is written here
//     fir.c:13:12: note: and read here
//     fir.c:12:3: note: help: if the iterations do not need each other's value, ...
//     fir.c:12:3: note: fix-it: declare 'y' restrict [--fix=promises]
#pragma once

#include "fixits/FixIt.h"
#include "reorder/ReorderedNest.h"
#include "report/Findings.h"

namespace llvm {
class raw_ostream;
}

namespace kasuri {

struct Remark {
  enum class Group : uint8_t {
    Passed,  ///< -Rkasuri: runs in parallel
    Missed,  ///< -Rkasuri-missed: does not
    Analysis ///< -Rkasuri-analysis: could, but something larger does; wrong estimates
  };
  struct Note {
    SourceLocation location;
    std::string text;
  };

  Group group = Group::Missed;
  SourceLocation location; ///< the loop's keyword; the first statement of a layer
  std::string text;
  std::string kind; ///< in brackets after the text
  std::vector<Note> notes;
  std::vector<FixIt> fixIts; ///< of a loop that stays sequential; the notes name them
  double share = 0;          ///< of the program's estimated time, 0..1, that it speaks about
};

struct RemarkGroups {
  bool passed = false, missed = false, analysis = false;
};

/// One remark per nest whose order has changed, or has not although another one would be faster,
/// one per loop, one per layer of several tasks, one per measured task whose estimate was wrong,
/// and one per obstacle of the whole program; by file, line and column.
std::vector<Remark> buildRemarks(const Program &program, const Parallelism &facts,
                                 const MacroTaskGraph &graph, const CostModel &cost,
                                 const Machine &machine, const Plan &plan, const Findings &findings,
                                 const std::vector<FixIt> &fixIts = {},
                                 const std::vector<ReorderedNest> &reordered = {},
                                 const std::vector<KeptNest> &kept = {});

/// Prints those of the wanted groups, with the source line where its file can be read.
void printRemarks(llvm::raw_ostream &stream, const Program &program,
                  const std::vector<Remark> &remarks, const RemarkGroups &groups);

} // namespace kasuri
