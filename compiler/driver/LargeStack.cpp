#include "driver/LargeStack.h"

#include <csignal>
#include <pthread.h>

namespace kasuri {
namespace {

constexpr size_t usualBytes = size_t(8) << 20;
constexpr size_t maxBytes = size_t(1) << 30;
constexpr size_t handlerBytes = size_t(64) << 10;

struct Run {
  llvm::function_ref<int()> body;
  int status;
};

/// The report of a crash needs a stack that is not used up.
void *start(void *argument) {
  alignas(16) static char forHandlers[handlerBytes];
  stack_t stack = {};
  stack.ss_sp = forHandlers;
  stack.ss_size = sizeof forHandlers;
  sigaltstack(&stack, nullptr);
  auto *run = static_cast<Run *>(argument);
  run->status = run->body();
  return nullptr;
}

} // namespace

int runWithLargeStack(llvm::function_ref<int()> body) {
  Run run{body, 0};
  // Less where the address space is limited (`ulimit -v`) or small.
  for (size_t bytes = maxBytes; bytes > usualBytes; bytes /= 2) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t thread;
    const bool isRunning = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                           pthread_create(&thread, &attributes, start, &run) == 0;
    pthread_attr_destroy(&attributes);
    if (!isRunning)
      continue;
    pthread_join(thread, nullptr);
    return run.status;
  }
  return body();
}

} // namespace kasuri
