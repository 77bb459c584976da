#include "driver/verify/Runs.h"

#include "driver/Layout.h"
#include "driver/Spawn.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kasuri {
namespace {

namespace fs = std::filesystem;
using Error = std::error_code;

std::atomic<bool> interrupted = false;

constexpr unsigned cannotStart = 127; ///< status of a child that could not become sh

/// A program does not read the store of a version control system, which may be large.
bool isForRuns(const fs::path &entry) { return entry.filename() != ".git"; }

std::string reason(const char *what, const fs::path &path, const Error &error) {
  return std::string(what) + " '" + path.string() + "': " + error.message();
}

struct Copy {
  fs::path from;
  const Workspace &space;
  std::string problem = {};

  bool isLeftOut(const fs::path &path) const {
    const std::string relative = path.lexically_relative(from).string();
    return path == fs::path(space.root) || llvm::is_contained(space.leftOut, relative);
  }

  void copyEntry(const fs::directory_entry &entry, const fs::path &to) {
    Error error;
    if (entry.is_symlink(error))
      copyLink(entry.path(), to, error);
    else if (entry.is_directory(error))
      copyAll(entry.path(), to);
    else if (entry.is_regular_file(error))
      fs::copy_file(entry.path(), to, error);
    if (error && problem.empty())
      problem = reason("cannot copy", entry.path(), error);
  }

  /// A relative link that leads out of the directory still leads to the same place.
  void copyLink(const fs::path &link, const fs::path &to, Error &error) const {
    fs::path target = fs::read_symlink(link, error);
    const fs::path there = (link.parent_path() / target).lexically_normal();
    if (target.is_relative() && *there.lexically_relative(from).begin() == "..")
      target = there;
    if (!error)
      fs::create_symlink(target, to, error);
  }

  /// Files, directories and links; neither sockets nor devices.
  void copyAll(const fs::path &folder, const fs::path &to) {
    Error error;
    fs::create_directories(to, error);
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
      if (isForRuns(entry->path()) && !isLeftOut(entry->path()))
        copyEntry(*entry, to / entry->path().filename());
    if (error && problem.empty())
      problem = reason("cannot copy", folder, error);
  }
};

/// With the program for {}. A command that only runs the program is replaced by it, so that a
/// signal that ends the program is reported as such.
std::string shellText(llvm::StringRef command, const std::string &program) {
  std::string text =
      command.trim().starts_with("{}") && command.find_first_of(";&|\n`(") == llvm::StringRef::npos
          ? "exec "
          : "";
  while (!command.empty()) {
    auto [before, after] = command.split("{}");
    text += before;
    if (before.size() < command.size())
      text += quoted(program);
    command = after;
  }
  return text;
}

std::vector<std::string> environmentFor(const Run &run) {
  std::vector<std::string> all;
  for (char **each = environ; *each; ++each) {
    const llvm::StringRef variable = *each;
    if (!variable.starts_with("KASURI_") && !run.environment.count(variable.split('=').first.str()))
      all.push_back(variable.str());
  }
  for (const auto &[name, value] : run.environment)
    all.push_back(name + "=" + value);
  return all;
}

/// In the child: becomes sh, or ends.
[[noreturn]] void become(const Workspace &space, const Run &run, const std::string &folder,
                         char *const *words, char *const *environment) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (run.isAtFixedAddresses)
    personality(ADDR_NO_RANDOMIZE);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT})
    std::signal(signal, SIG_DFL);
  if (chdir((space.root + "/run").c_str()) == 0 && redirect(STDIN_FILENO, "/dev/null", O_RDONLY) &&
      redirect(STDOUT_FILENO, folder + "/stdout", O_WRONLY | O_CREAT | O_TRUNC) &&
      redirect(STDERR_FILENO, folder + "/stderr", O_WRONLY | O_CREAT | O_TRUNC))
    execve("/bin/sh", words, environment);
  _exit(cannotStart);
}

/// Waits until the child has ended, without reaping it; false if that takes too long, or the user
/// interrupts.
bool waitFor(pid_t child, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  for (;;) {
    siginfo_t over{};
    if (waitid(P_PID, child, &over, WEXITED | WNOHANG | WNOWAIT) != 0 || over.si_pid == child)
      break;
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    if (left <= 0 || interrupted) {
      if (descriptor >= 0)
        close(descriptor);
      return false;
    }
    // Without pidfds the child is checked each millisecond.
    pollfd wanted{descriptor, POLLIN, 0};
    const double most = descriptor >= 0 ? 1000 : 1;
    poll(&wanted, descriptor >= 0 ? 1 : 0, static_cast<int>(std::min(most, left * 1000 + 1)));
  }
  if (descriptor >= 0)
    close(descriptor);
  return true;
}

/// Creates the fresh directory and puts the program at its place; the problem, or "".
std::string prepare(const Workspace &space, const Run &run, const std::string &folder) {
  const fs::path root = space.root, place = root / "run", program = programPath(space);
  Error error;
  fs::remove_all(place, error);
  fs::remove_all(folder, error);
  fs::create_directories(folder, error);
  fs::create_directories(program.parent_path(), error);
  fs::remove(program, error);
  fs::create_hard_link(run.program, program, error);
  if (error)
    fs::copy_file(run.program, program, error);
  if (error)
    return reason("cannot copy", run.program, error);
  Copy copy{space.inputs, space};
  copy.copyAll(space.inputs, place);
  return copy.problem;
}

} // namespace

std::string programPath(const Workspace &space) { return space.root + "/bin/program"; }

Outcome execute(const Workspace &space, const Run &run) {
  Outcome outcome{.folder = space.root + "/runs/" + run.name};
  outcome.problem = prepare(space, run, outcome.folder);
  if (!outcome.problem.empty())
    return outcome;
  std::vector<std::string> words = {"/bin/sh", "-c", shellText(run.command, programPath(space))};
  std::vector<std::string> environment = environmentFor(run);
  const std::vector<char *> wordPointers = pointersTo(words),
                            environmentPointers = pointersTo(environment);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0)
    become(space, run, outcome.folder, wordPointers.data(), environmentPointers.data());
  if (child < 0) {
    outcome.problem = std::string("cannot start a process: ") + std::strerror(errno);
    return outcome;
  }
  outcome.isLate = !waitFor(child, run.limitSeconds);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  kill(-child, SIGKILL); // the rest of its session; the child is not reaped yet
  kill(child, SIGKILL);
  while (waitpid(child, &outcome.waitStatus, 0) < 0 && errno == EINTR)
    ;
  Error error;
  fs::rename(space.root + "/run", outcome.folder + "/files", error);
  if (error)
    outcome.problem = reason("cannot move", space.root + "/run", error);
  return outcome;
}

std::string statusText(int waitStatus) {
  if (WIFSIGNALED(waitStatus))
    return "signal " + std::to_string(WTERMSIG(waitStatus)) + " (" +
           strsignal(WTERMSIG(waitStatus)) + ")";
  return "status " + std::to_string(WEXITSTATUS(waitStatus));
}

uint64_t bytesBelow(const std::string &directory, uint64_t most) {
  uint64_t bytes = 0;
  Error error;
  for (fs::recursive_directory_iterator
           entry(directory, fs::directory_options::skip_permission_denied, error),
       end;
       !error && entry != end && bytes <= most; entry.increment(error)) {
    Error unknown;
    if (!isForRuns(entry->path()))
      entry.disable_recursion_pending();
    else if (!entry->is_symlink(unknown) && entry->is_regular_file(unknown))
      if (const uintmax_t size = entry->file_size(unknown); !unknown)
        bytes += size;
  }
  return bytes;
}

bool isInterrupted() { return interrupted; }

std::string textOf(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

void watchInterrupts() {
  llvm::sys::SetInterruptFunction([] { interrupted = true; });
}

} // namespace kasuri
