// An analysis of the page's source: `kasuri` itself in a process of its own, in a folder of its
// own.
//
// What a source does to the compiler must not reach the server: not a crash, not an endless
// analysis, not want of memory. So the process group is confined (Confinement.h), is killed when
// its time is over or nobody waits any longer, and the folder is removed with the object. The
// environment is a fresh one.
#pragma once

#include "driver/serve/Confinement.h"

#include <chrono>
#include <memory>
#include <string>
#include <sys/types.h>
#include <variant>

namespace kasuri {

/// What the page sends.
struct AnalysisWish {
  std::string page;   ///< chosen by the page: a newer wish replaces an older one of the same page
  std::string source; ///< C
  std::string flags;  ///< as typed
};

/// The wish, or what is wrong with the text.
std::variant<AnalysisWish, std::string> readWish(std::string_view json);

/// Where all analyses are run, and how.
struct Workshop {
  std::string program;               ///< kasuri
  std::string folder;                ///< private to the user; each analysis gets one below
  std::vector<std::string> readable; ///< Sandbox::readable
  Limits limits;
  unsigned mostAtOnce = 1;
};

class AnalysisRun {
public:
  /// Starts it; what is wrong with the wish is known at once, and told by `answer`.
  AnalysisRun(const Workshop &workshop, const AnalysisWish &wish, unsigned number);
  ~AnalysisRun();
  AnalysisRun(const AnalysisRun &) = delete;
  AnalysisRun &operator=(const AnalysisRun &) = delete;

  /// Has something to read when the process prints or ends; -1: nothing will come.
  int messagesDescriptor() const { return messages; }
  void readMessages();
  /// Ends the process if its time is over. True when there is an answer.
  bool isOver();
  /// JSON for the page: {status, messages, parallel, report, milliseconds}.
  std::string answer() const;

private:
  using Clock = std::chrono::steady_clock;

  const Workshop &workshop;
  const std::string folder;
  const Clock::time_point begin = Clock::now();
  Clock::time_point end = {};
  pid_t process = -1; ///< leads the group; -1: it is reaped, or there was none
  int messages = -1;
  int waitStatus = 0;
  bool isLate = false;
  std::string printed;     ///< by the process, in full lines or cut at a limit
  std::string refusalJson; ///< the answer, where nothing was run

  void refuse(unsigned line, unsigned column, const std::string &text);
  void start(const AnalysisWish &wish);
  void stop();
};

} // namespace kasuri
