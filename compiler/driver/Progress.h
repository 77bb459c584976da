// A line on the terminal for phases that take long: what is being done, and for how many seconds.
//
// It appears after two seconds, is renewed in place, and is erased when the phase ends, so nothing
// of it remains in a log or between diagnostics. A thread of its own writes it; the phases know
// nothing of it. Only where stderr is a terminal. KASURI_PROGRESS is the number of seconds before
// it appears, or `off`.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace kasuri {

/// Shows `what` ("analyzing loops") while it lives. A phase must not print meanwhile.
class Progress {
public:
  explicit Progress(const char *what);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  std::mutex mutex;
  std::condition_variable ended;
  bool hasEnded = false, isShown = false;
  std::thread writer;

  void write(const char *what, double patience);
};

template <typename Work> auto withProgress(const char *what, Work work) {
  const Progress progress(what);
  return work();
}

} // namespace kasuri
