#include "driver/profile/RunProgram.h"

#include "driver/Exit.h"
#include "driver/cc/Processes.h"

#include <cerrno>
#include <csignal>
#include <sys/wait.h>

namespace kasuri {
namespace {

int statusOf(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return exitInternal;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

int runMeasured(const std::vector<std::string> &words) {
  const int process = startCommand(words);
  const auto interrupted = std::signal(SIGINT, SIG_IGN), quit = std::signal(SIGQUIT, SIG_IGN);
  const int status = process > 0 ? statusOf(process) : exitInternal;
  std::signal(SIGINT, interrupted);
  std::signal(SIGQUIT, quit);
  return status;
}

} // namespace kasuri
