/* The only place with system calls for threads and clocks.
 *
 * A worker with its own core is pinned before it starts, through its attributes. Its stack is as
 * large as the main thread's may grow (up to 64 MiB), because tasks are pieces of the program that
 * ran there; the pages are only used when touched. Workers block signals from outside: the
 * program's handlers run on the program's own threads, as without a team. The core on which the
 * caller creates the team is first in the list and remains the caller's.
 */
#define _GNU_SOURCE
#include "os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void ksi_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t max_ns) {
  struct { /* the type of this system call, whatever time_t is */
    long seconds, ns;
  } most = {(long)(max_ns / 1000000000u), (long)(max_ns % 1000000000u)};
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, max_ns != 0 ? &most : NULL, NULL, 0);
}

void ksi_futex_wake(_Atomic uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

static int ask_membarrier(int command) {
  const int saved = errno;
  const long result = syscall(SYS_membarrier, command, 0, 0);
  errno = saved;
  return result == 0;
}

int ksi_can_fence_all_threads(void) {
  return ask_membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

int ksi_fence_all_threads(void) { return ask_membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED); }

int ksi_usable_cores(int *cores) {
  cpu_set_t usable;
  int count = 0, current = sched_getcpu();
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) {
    cores[0] = 0;
    return 1;
  }
  if (current >= 0 && current < CPU_SETSIZE && CPU_ISSET(current, &usable))
    cores[count++] = current;
  for (int core = 0; core < CPU_SETSIZE && count < KSI_MOST_CORES; core++)
    if (core != current && CPU_ISSET(core, &usable))
      cores[count++] = core;
  return count > 0 ? count : 1;
}

static const size_t most_stack_bytes = (size_t)64 << 20, least_stack_bytes = (size_t)1 << 20;

int ksi_stack_bytes_are_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
         limit.rlim_cur <= most_stack_bytes;
}

size_t ksi_stack_bytes(void) {
  struct rlimit limit;
  if (!ksi_stack_bytes_are_limit() || getrlimit(RLIMIT_STACK, &limit) != 0)
    return most_stack_bytes;
  return limit.rlim_cur < least_stack_bytes ? least_stack_bytes : (size_t)limit.rlim_cur;
}

/* All signals except those that an instruction of the thread itself raises: if blocked, these would
 * end the program despite its handlers. */
static void set_asynchronous_signals(sigset_t *set) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  sigfillset(set);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset(set, own[i]);
}

int ksi_start_thread(void *(*run)(void *), void *argument, int core, pthread_t *thread) {
  pthread_attr_t attributes;
  pthread_t unused;
  sigset_t all, before;
  int problem = pthread_attr_init(&attributes);
  if (problem != 0)
    return problem;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, ksi_stack_bytes());
  if (core >= 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    pthread_attr_setaffinity_np(&attributes, sizeof set, &set);
  }
  set_asynchronous_signals(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  problem = pthread_create(thread != NULL ? thread : &unused, &attributes, run, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return problem;
}

/* The first thread remains in the list after its end, as a zombie. */
static int is_first_thread_alive(void) {
  char text[512], *state;
  FILE *file = fopen("/proc/self/stat", "re");
  size_t length = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file != NULL)
    fclose(file);
  text[length] = '\0';
  state = strrchr(text, ')');
  return state == NULL || strncmp(state, ") Z", 3) != 0;
}

int ksi_count_threads(void) {
  DIR *tasks = opendir("/proc/self/task");
  int count = 0;
  if (tasks == NULL)
    return 0;
  for (struct dirent *each; (each = readdir(tasks)) != NULL;)
    count += each->d_name[0] != '.';
  closedir(tasks);
  return count - !is_first_thread_alive();
}

uint64_t ksi_thread_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t ksi_busy_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

long ksi_lost_cores(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

/* With bare system calls, because the caller may be cancelled in the library's. Threads are not
 * recorded, so this is never under another root. */
int ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns) {
  char text[128];
  unsigned long long ran, waited;
  const int saved = errno;
  const long file =
      syscall(SYS_openat, AT_FDCWD, "/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  const long length = file >= 0 ? syscall(SYS_read, file, text, sizeof text - 1) : 0;
  if (file >= 0)
    syscall(SYS_close, file);
  errno = saved;
  text[length > 0 ? length : 0] = '\0';
  if (sscanf(text, "%llu %llu", &ran, &waited) != 2 || ran == 0)
    return 0;
  *ran_ns = ran;
  *waited_ns = waited;
  return 1;
}

uint64_t ksi_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void ksi_sleep_ns(uint64_t ns) {
  struct timespec time = {.tv_sec = (time_t)(ns / 1000000000u),
                          .tv_nsec = (long)(ns % 1000000000u)};
  nanosleep(&time, NULL);
}

unsigned long ksi_hardware_flags(void) { return getauxval(AT_HWCAP); }

void ksi_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield" ::: "memory");
#endif
}
