/* The keeper: a process that outlives the program.
 *
 * It is created with a bare clone: the program must not get a signal for it, nor find it when it
 * waits for any child, nor run its fork handlers. It leaves the process group and the session, so
 * that signals to these do not reach it, above all SIGKILL. Only a tool that kills every process of
 * a container or a service also kills the keeper, and then the next start restores. It detects the
 * end of the program with a pidfd, which reports the end of the last thread, and an exec with a
 * socket that the exec closes. (On kernels before 5.3 it checks every 100 ms.) A byte in the socket
 * dismisses it: the program has restored everything itself, and later changes belong to another
 * keeper. (A pipe would raise SIGPIPE if the keeper has been killed.)
 *
 * It shares the program's memory until either writes, and each first write to a page would cost the
 * program a copy: exactly the kind of noise that exclusive cores are to prevent. So it first unmaps
 * the large regions, except its stack and the memory of its thread. It calls nothing that needs the
 * others (files.c).
 */
#define _GNU_SOURCE
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

enum { LARGE = 1 << 20, MOST_FILES = 4096, LOOK_MS = 100, LINE = 256 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

static int link_end = -1; /* the keeper's; in the program, its own */
static ino_t link_number;

/* Processes are not recorded, so this is never under another root. */
static int read_stat(int number, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/stat", number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  ssize_t got = read(file, text, size - 1);
  close(file);
  text[got > 0 ? got : 0] = '\0';
  return got > 0;
}

typedef struct stat_fields { /* the fields 3, 14, 15, 19, 20 and 22 */
  char state;
  unsigned long long user, system;
  long nice, threads;
  unsigned long long start;
} stat_fields;

static int read_fields(int number, stat_fields *to) {
  char text[1024];
  const char *at = read_stat(number, text, sizeof text) ? strrchr(text, ')') : NULL;
  return at != NULL &&
         sscanf(at + 1,
                " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %*d %*d %*d "
                "%ld %ld %*d %llu",
                &to->state, &to->user, &to->system, &to->nice, &to->threads, &to->start) == 6;
}

ksi_process ksi_this_process(void) {
  stat_fields fields;
  ksi_process own = {.number = (int)getpid()};
  own.start = read_fields(own.number, &fields) ? fields.start : 0;
  return own;
}

/* A first thread that has ended remains as a zombie while others run. */
static int runs(const stat_fields *fields) {
  return strchr("ZXx", fields->state) == NULL || fields->threads > 1;
}

int ksi_is_alive(ksi_process process) {
  stat_fields fields;
  return read_fields(process.number, &fields) && fields.start == process.start && runs(&fields);
}

ksi_life ksi_look_at_process(int number, uint32_t start) {
  stat_fields fields;
  ksi_life life = {0};
  if (!read_fields(number, &fields) || (uint32_t)fields.start != start || !runs(&fields))
    return life;
  const long ticks = sysconf(_SC_CLK_TCK);
  life.is_alive = 1;
  life.is_ready = fields.state == 'R';
  life.nice = (int)fields.nice;
  life.used_ns =
      (fields.user + fields.system) * (UINT64_C(1000000000) / (uint64_t)(ticks > 0 ? ticks : 100));
  return life;
}

uint64_t ksi_process_namespace(void) {
  char text[64];
  unsigned long long number = 0;
  const ssize_t length = readlink("/proc/self/ns/pid", text, sizeof text - 1);
  text[length > 0 ? length : 0] = '\0';
  return sscanf(text, "pid:[%llu]", &number) == 1 ? number : 0;
}

void ksi_say(const char *format, ...) {
  char line[1024];
  int used = snprintf(line, sizeof line, "kasuri: ");
  va_list arguments;
  va_start(arguments, format);
  used += vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
  va_end(arguments);
  used = used < (int)sizeof line - 2 ? used : (int)sizeof line - 2;
  line[used++] = '\n';
  if (write(STDERR_FILENO, line, (size_t)used) < 0)
    return; /* nobody listens */
}

typedef struct range {
  uintptr_t begin, end;
} range;

static int holds(range all, const void *address) {
  return (uintptr_t)address >= all.begin && (uintptr_t)address < all.end;
}

/* A line of /proc/self/maps: private, writable, without a file, large, and without the static
 * variables of the runtime or the C library. Those that are zero at first are in another region
 * than the others, together with the program's, if they are linked together. */
static int can_go(const char *line, range *all) {
  unsigned long from, to, node;
  char mode[8];
  if (sscanf(line, "%lx-%lx %7s %*x %*x:%*x %lu", &from, &to, mode, &node) != 4)
    return 0;
  *all = (range){from, to};
  return strcmp(mode, "rw-p") == 0 && node == 0 && to - from >= LARGE &&
         strstr(line, "[stack") == NULL && !holds(*all, &link_end) && !holds(*all, &link_number) &&
         !holds(*all, &environ);
}

/* The system joins neighbors, so the stack and the thread's memory may be part of any. */
static range around_what_is_used(range all) {
  const int here = 0;
  const void *const used[] = {&here, &errno, (const void *)(uintptr_t)pthread_self()};
  range kept = {all.end, all.end};
  for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
    uintptr_t begin = ((uintptr_t)used[i] - LARGE) & ~(uintptr_t)(LARGE - 1);
    uintptr_t end = begin + 3 * (uintptr_t)LARGE;
    if (!holds(all, used[i]))
      continue;
    if (kept.begin == all.end || end > kept.end)
      kept.end = end;
    if (begin < kept.begin)
      kept.begin = begin;
  }
  kept.begin = kept.begin > all.begin ? kept.begin : all.begin;
  kept.end = kept.end < all.end ? kept.end : all.end;
  return kept;
}

static void let_go(const char *line) {
  range all, kept;
  if (!can_go(line, &all))
    return;
  kept = around_what_is_used(all);
  if (kept.begin > all.begin)
    munmap((void *)all.begin, kept.begin - all.begin);
  if (all.end > kept.end)
    munmap((void *)kept.end, all.end - kept.end);
}

static void drop_memory(void) {
  int maps = IS_SANITIZED ? -1 : open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  char line[LINE];
  size_t used = 0;
  if (maps < 0)
    return;
  for (char byte; read(maps, &byte, 1) == 1;) {
    if (byte != '\n' && used + 1 < sizeof line)
      line[used++] = byte;
    if (byte != '\n')
      continue;
    line[used] = '\0';
    let_go(line);
    used = 0;
  }
  close(maps);
}

static void close_files_from(int first) {
  if (syscall(SYS_close_range, first, ~0u, 0) == 0)
    return;
  for (int file = first; file < MOST_FILES; file++)
    close(file);
}

static void leave_the_program(int own_end) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  setsid();
  prctl(PR_SET_NAME, "kasuri-keeper");
  int nothing = open("/dev/null", O_RDWR);
  for (int file = STDIN_FILENO; file <= STDOUT_FILENO; file++)
    if (nothing < 0 || dup2(nothing, file) < 0)
      close(file);
  link_end = dup2(own_end, STDERR_FILENO + 1);
  close_files_from(STDERR_FILENO + 2);
  if (chdir("/") != 0)
    return; /* harmless: the folder in which the program started remains in use */
  drop_memory();
}

int ksi_start_keeper(void (*keep)(ksi_process owner)) {
  ksi_process owner = ksi_this_process();
  struct stat about;
  int ends[2];
  if (owner.start == 0)
    return ESRCH;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return errno;
  long child = syscall(SYS_clone, 0, 0, 0, 0, 0);
  if (child == 0) {
    leave_the_program(ends[0]);
    keep(owner);
    _exit(0);
  }
  int problem = child < 0 ? errno : 0;
  close(ends[0]);
  link_number = fstat(ends[1], &about) == 0 ? about.st_ino : 0;
  link_end = ends[1]; /* open until the program ends or executes another */
  if (problem != 0)
    ksi_stop_keeper(0);
  return problem;
}

int ksi_has_keeper(void) {
  struct stat about;
  return link_end >= 0 && fstat(link_end, &about) == 0 && about.st_ino == link_number;
}

void ksi_stop_keeper(int is_restored) {
  if (is_restored && ksi_has_keeper())
    (void)!send(link_end, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (link_end >= 0)
    close(link_end);
  link_end = -1;
}

static int open_process(ksi_process owner) {
  static int descriptor = -1;
  if (descriptor < 0)
    descriptor = (int)syscall(SYS_pidfd_open, owner.number, 0);
  return descriptor;
}

int ksi_await_end(ksi_process owner, const char *path, int max_ms) {
  char value[64];
  struct pollfd each[3] = {{.fd = link_end, .events = POLLIN},
                           {.fd = open_process(owner), .events = POLLIN},
                           {.fd = -1, .events = POLLPRI}};
  if (each[1].fd < 0 && (max_ms < 0 || max_ms > LOOK_MS))
    max_ms = LOOK_MS;
  if (*path != '\0')
    each[2].fd = ksi_open_for_poll(path, value, sizeof value);
  if (ksi_is_alive(owner))
    poll(each, 3, max_ms);
  if (each[2].fd >= 0)
    close(each[2].fd);
  if ((each[0].revents & POLLIN) != 0 && recv(link_end, value, 1, MSG_DONTWAIT) == 1)
    _exit(0);
  return (each[0].revents & POLLHUP) != 0 || !ksi_is_alive(owner);
}
