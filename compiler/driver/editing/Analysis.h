// What the analysis of a program says of its loops, made in a process of its own.
//
// Edits of sources are judged by analyzing the edited text, and editors ask for the analysis of
// text that somebody is typing. Neither a crash nor a long run of the analysis may end what asks,
// and text that does not parse has no result. So a forked child runs the pipeline and writes what
// it has found, as JSON, into a pipe; nothing in the pipe means that there is no result.
#pragma once

#include "driver/Layout.h"
#include "driver/Options.h"
#include "driver/Pipeline.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace kasuri {

struct AnalyzedPlace {
  std::string path;              ///< as the program calls it
  unsigned line = 0, column = 0; ///< from 1, bytes; line 0: no place

  auto operator<=>(const AnalyzedPlace &) const = default;
};

struct AnalyzedNote {
  AnalyzedPlace place;
  std::string text;
};

struct AnalyzedEdit {
  size_t offset = 0, length = 0; ///< bytes of the file
  std::string text;

  bool operator==(const AnalyzedEdit &) const = default;
};

struct AnalyzedFixIt {
  std::string title;
  bool isPromise = true;
  size_t loopOffset = 0, loopBytes = 0;
  std::vector<AnalyzedEdit> edits; ///< of the file of the loop, ascending
};

struct AnalyzedRemark {
  bool isMissed = false; ///< of what does not run in parallel
  AnalyzedPlace place;
  std::string text, kind;
  std::vector<AnalyzedNote> notes;
  std::vector<AnalyzedFixIt> fixIts;
};

struct AnalyzedLoop {
  AnalyzedPlace place;
  std::string verdict; ///< "parallel", "not-worth-it", "sequential"
  bool isPlanned = false;
  double ns = 0;    ///< of one execution, by estimate
  double share = 0; ///< of the program's time, 0..1
  double trips = 0;

  bool isParallel() const { return isPlanned || verdict != "sequential"; }
};

struct Analysis {
  std::vector<AnalyzedRemark> remarks; ///< by place
  std::vector<AnalyzedLoop> loops;     ///< in the order of the source
};

/// A child that is writing its result.
struct AnalysisChild {
  int process = -1; ///< < 0: there is none
  int output = -1;  ///< the end of the pipe to read from
};

/// The child makes the options, or has no result. Messages go to stderr unless it is silent.
/// Nothing is written but the result, a line, and behind it what `more` has found then. With
/// `goOn`, the child has what the first phases have found.
AnalysisChild startAnalysis(llvm::function_ref<std::optional<Options>()> makeOptions,
                            const Installation &installation, bool isSilent,
                            llvm::function_ref<std::string(const Options &)> more = nullptr,
                            const Continuation &goOn = {});
/// What the child has written in its line; nothing if it has found nothing.
std::optional<Analysis> readAnalysis(llvm::StringRef output);

/// Start, wait and read.
std::optional<Analysis> analyze(const Options &options, const Installation &installation,
                                bool isSilent, const Continuation &goOn = {});

} // namespace kasuri
