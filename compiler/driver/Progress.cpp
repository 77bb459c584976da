#include "driver/Progress.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>
#include <optional>

namespace kasuri {
namespace {

constexpr double defaultPatience = 2; ///< seconds
constexpr std::chrono::milliseconds between(500);

/// Seconds before the line appears; nothing: it does not.
std::optional<double> patience() {
  if (!llvm::sys::Process::StandardErrIsDisplayed())
    return std::nullopt;
  const char *given = std::getenv("KASURI_PROGRESS");
  if (!given || !*given)
    return defaultPatience;
  double seconds = 0;
  return llvm::StringRef(given).getAsDouble(seconds) || seconds < 0 ? std::nullopt
                                                                    : std::optional(seconds);
}

} // namespace

static void show(const char *what, std::chrono::seconds time) {
  llvm::errs() << "\r\033[Kkasuri: " << what << ", " << time.count() << " s";
}

Progress::Progress(const char *what) {
  const std::optional<double> seconds = patience();
  if (!seconds)
    return;
  isShown = *seconds == 0; // also of a phase that ends at once
  if (isShown)
    show(what, std::chrono::seconds(0));
  writer = std::thread([this, what, seconds] { write(what, *seconds); });
}

Progress::~Progress() {
  if (!writer.joinable())
    return;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    hasEnded = true;
  }
  ended.notify_one();
  writer.join();
  if (isShown)
    llvm::errs() << "\r\033[K";
}

void Progress::write(const char *what, double patience) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  auto pause =
      patience == 0
          ? Clock::duration(between)
          : std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(patience));
  std::unique_lock<std::mutex> lock(mutex);
  while (!ended.wait_for(lock, pause, [this] { return hasEnded; })) {
    show(what, std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin));
    isShown = true;
    pause = between;
  }
}

} // namespace kasuri
