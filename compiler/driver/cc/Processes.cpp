#include "driver/cc/Processes.h"

#include "driver/Exit.h"
#include "driver/Spawn.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kasuri {
namespace {

bool redirectTo(const std::string &file, int descriptor) {
  return file.empty() || redirect(descriptor, file, O_WRONLY | O_CREAT | O_TRUNC);
}

int failToRun(const std::vector<std::string> &words) {
  return fail(exitInput, "cannot run '" + words.front() + "'");
}

int statusOf(int wait) { return WIFEXITED(wait) ? WEXITSTATUS(wait) : exitInternal; }

} // namespace

int become(std::vector<std::string> words) {
  execvp(words.front().c_str(), pointersTo(words).data());
  return failToRun(words);
}

int startCommand(std::vector<std::string> words, const RunOptions &options) {
  const std::vector<char *> pointers = pointersTo(words);
  const pid_t child = fork();
  if (child != 0)
    return child;
  if ((options.directory.empty() || chdir(options.directory.c_str()) == 0) &&
      redirectTo(options.outputFile, STDOUT_FILENO) &&
      redirectTo(options.messagesFile, STDERR_FILENO))
    execvp(pointers.front(), pointers.data());
  _exit(failToRun(words));
}

int finishCommand(int process) {
  int status = 0;
  while (process > 0 && waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return exitInternal;
  return process > 0 ? statusOf(status) : exitInternal;
}

int runCommand(std::vector<std::string> words, const RunOptions &options) {
  return finishCommand(startCommand(std::move(words), options));
}

int runInChild(const std::string &messagesFile, llvm::function_ref<int()> work) {
  const pid_t child = fork();
  if (child != 0)
    return finishCommand(child);
  if (!std::freopen(messagesFile.c_str(), "w", stderr))
    _exit(exitInternal);
  std::exit(work());
}

std::string contentsOf(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : "";
}

} // namespace kasuri
