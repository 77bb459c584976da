#include "driver/cc/Processes.h"

#include "driver/Exit.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kasuri {
namespace {

constexpr int exitNoProgram = 127;
constexpr int publicMode = 0666;

std::vector<char *> pointersTo(std::vector<std::string> &words) {
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

bool redirect(int descriptor, const std::string &file) {
  if (file.empty())
    return true;
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, publicMode);
  return opened >= 0 && dup2(opened, descriptor) >= 0;
}

int statusOf(int wait) { return WIFEXITED(wait) ? WEXITSTATUS(wait) : exitInternal; }

} // namespace

int become(std::vector<std::string> words) {
  execvp(words.front().c_str(), pointersTo(words).data());
  return fail(exitInput, "cannot run '" + words.front() + "'");
}

int startCommand(std::vector<std::string> words, const RunOptions &options) {
  const std::vector<char *> pointers = pointersTo(words);
  const pid_t child = fork();
  if (child != 0)
    return child;
  if ((!options.directory.empty() && chdir(options.directory.c_str()) != 0) ||
      !redirect(STDOUT_FILENO, options.outputFile) ||
      !redirect(STDERR_FILENO, options.messagesFile))
    _exit(exitNoProgram);
  execvp(pointers.front(), pointers.data());
  _exit(exitNoProgram);
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
