/* Does the program read what it writes, or what somebody else has yet to write?
 *
 * A pipeline reads input for later iterations before earlier ones have written their output. That
 * is the same input, unless one file is both read and written: under one name, under two, or by one
 * descriptor. What comes through a pipe, a socket or a terminal comes in the order in which the
 * other side has sent it, and it waits there for the output that it needs, which is written
 * meanwhile. The process may be the other side itself. Then a read gets as much as has been written
 * so far, so this counts as well: a pipe of which it has both ends, another socket, a socket that
 * sends to itself, the master side of a terminal, which shows its own output, and an eventfd.
 * Whether two sockets are connected to each other is not known, so one with a peer is all that
 * there may be.
 *
 * A lane that runs several iterations at a time holds back the output of the first until the last
 * has read its input (pipe/gather.c). The other side may wait for that output before it sends more,
 * and then both wait for ever. Files, folders and disks have their contents already. /dev/null and
 * its relatives never wait. Anything else that can be read might: a terminal, a pipe, a socket.
 *
 * A stream that keeps a line or nothing, as that of a terminal, writes out standard output before
 * it waits for input, if that keeps lines as well. So a prompt without an end of line is there
 * when its answer is read. In a pipeline, a later iteration may already wait when an earlier one
 * prints the prompt, and then nothing writes it out.
 */
#define _GNU_SOURCE
#include "os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { MOST_FILES = 64 };

/* Major numbers of devices, and a minor one. */
enum {
  MEMORY_DEVICES = 1,
  OLD_TERMINAL_MASTERS = 2,
  OTHER_TERMINALS = 5,
  TERMINAL_MASTERS = 2,
};

typedef struct open_file {
  dev_t device;
  ino_t number;
  mode_t kind;
  int is_read, is_written;
} open_file;

typedef struct known_files {
  open_file file[MOST_FILES];
  size_t count;
} known_files;

/* What is written to one may be read from the other. */
static int are_connected(const open_file *one, const open_file *other) {
  const int are_same = one->device == other->device && one->number == other->number;
  if (one->kind != other->kind)
    return 0;
  if (S_ISSOCK(one->kind))
    return !are_same;
  if (S_ISFIFO(one->kind))
    return are_same && ((one->is_read && other->is_written) || (one->is_written && other->is_read));
  return are_same && (one->is_written || other->is_written);
}

/* Adds the file to those known; 0 if it is connected to one of them or to itself, or if there are
 * too many. */
static int add(known_files *known, open_file file) {
  if (!S_ISSOCK(file.kind) && file.is_read && file.is_written)
    return 0;
  for (size_t i = 0; i < known->count; i++)
    if (are_connected(&known->file[i], &file))
      return 0;
  if (known->count == MOST_FILES)
    return 0;
  known->file[known->count++] = file;
  return 1;
}

/* It waits for others to connect, and nothing is sent through it. */
static int is_listening(int descriptor) {
  int is = 0;
  socklen_t size = sizeof is;
  return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &is, &size) == 0 && is;
}

/* It is connected, and not to its own name. Names of sockets from socketpair are empty. */
static int has_other_peer(int descriptor) {
  struct sockaddr_storage own, peer;
  socklen_t own_size = sizeof own, peer_size = sizeof peer;
  return getsockname(descriptor, (struct sockaddr *)&own, &own_size) == 0 &&
         getpeername(descriptor, (struct sockaddr *)&peer, &peer_size) == 0 &&
         (own_size != peer_size || own_size <= sizeof(sa_family_t) ||
          memcmp(&own, &peer, own_size) != 0);
}

/* The master side of a terminal. */
static int is_terminal_master(dev_t device) {
  return (major(device) == OTHER_TERMINALS && minor(device) == TERMINAL_MASTERS) ||
         major(device) == OLD_TERMINAL_MASTERS;
}

/* What has no file: an eventfd gives what was written to it, inotify what was done to files. */
static int is_harmless_object(int descriptor) {
  static const char *const all[] = {"anon_inode:[eventpoll]", "anon_inode:[perf_event]",
                                    "anon_inode:[timerfd]", "anon_inode:[pidfd]"};
  char name[64], target[64] = "";
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  if (readlink(name, target, sizeof target - 1) < 0)
    return 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(target, all[i]) == 0)
      return 1;
  return 0;
}

/* 0 if what is written to the descriptor, or to one of those known, may be read from it or them. */
static int stands_apart(int descriptor, void *known) {
  struct stat state;
  const int flags = fcntl(descriptor, F_GETFL);
  if (fstat(descriptor, &state) != 0 || flags < 0)
    return 1; /* it is closed by now */
  const int access = flags & O_ACCMODE;
  const open_file file = {state.st_dev, state.st_ino, state.st_mode & S_IFMT, access != O_WRONLY,
                          access != O_RDONLY};
  switch (file.kind) {
  case 0:
    return is_harmless_object(descriptor);
  case S_IFCHR:
    return !is_terminal_master(state.st_rdev);
  case S_IFDIR:
    return 1;
  case S_IFSOCK:
    return is_listening(descriptor) || (has_other_peer(descriptor) && add(known, file));
  default:
    return add(known, file);
  }
}

/* Whether `is_harmless` holds for each descriptor that is open; 0 if that cannot be found out. */
static int are_all(int (*is_harmless)(int descriptor, void *argument), void *argument) {
  int are = 1;
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL)
    return 0;
  for (const struct dirent *entry = readdir(folder); entry != NULL && are; entry = readdir(folder))
    if (entry->d_name[0] != '.')
      are = is_harmless(atoi(entry->d_name), argument);
  closedir(folder);
  return are;
}

int ksi_reads_what_it_writes(void) {
  known_files known = {.count = 0};
  return !are_all(stands_apart, &known);
}

/* Null, zero, full, urandom. */
static int never_waits(dev_t device) {
  const unsigned kind = minor(device);
  return major(device) == MEMORY_DEVICES && (kind == 3 || kind == 5 || kind == 7 || kind == 9);
}

enum { STANDARD = 3 };

/* What the standard streams were when the program began; no `kind`: closed. */
static struct {
  dev_t device;
  ino_t number;
  mode_t kind;
  int access;
} at_begin[STANDARD];

static __attribute__((constructor)) void note_standard_streams(void) {
  struct stat state;
  const int saved = errno;
  for (int i = 0; i < STANDARD; i++)
    if (fstat(i, &state) == 0) {
      at_begin[i].device = state.st_dev;
      at_begin[i].number = state.st_ino;
      at_begin[i].kind = state.st_mode & S_IFMT;
      at_begin[i].access = fcntl(i, F_GETFL) & O_ACCMODE;
    }
  errno = saved;
}

/* Whether a program that reads so much of the standard streams (ks_pipe_gather) reads this. They
 * may be other files by now. Terminals are open for reading as standard output, too. */
static int may_be_read(int descriptor, const struct stat *state, int access, int what) {
  if (descriptor >= STANDARD || what > 1 || (descriptor == STDIN_FILENO && what == 1))
    return 1;
  return at_begin[descriptor].kind != (state->st_mode & S_IFMT) ||
         at_begin[descriptor].device != state->st_dev ||
         at_begin[descriptor].number != state->st_ino || at_begin[descriptor].access != access;
}

/* 1 if reading from the descriptor is impossible, or waits for nobody. */
static int has_its_contents(int descriptor, void *argument) {
  const int *what = argument;
  struct stat state;
  const int flags = fcntl(descriptor, F_GETFL);
  if (fstat(descriptor, &state) != 0 || flags < 0)
    return 1; /* it is closed by now */
  return !may_be_read(descriptor, &state, flags & O_ACCMODE, *what) ||
         (flags & O_ACCMODE) == O_WRONLY || S_ISREG(state.st_mode) || S_ISDIR(state.st_mode) ||
         S_ISBLK(state.st_mode) || (S_ISCHR(state.st_mode) && never_waits(state.st_rdev));
}

int ksi_may_await_input(int what) { return !are_all(has_its_contents, &what); }

/* Without a buffer, it has not been used yet. If it is a terminal, it will keep lines. */
static int keeps_lines(FILE *stream) {
  return __flbf(stream) || (__fbufsize(stream) == 0 && isatty(fileno(stream)));
}

static int keeps_nothing(FILE *stream) { return __fbufsize(stream) == 1; }

/* 1 if the program may read this and lines of standard output stay where they are. How streams of
 * other descriptors are buffered is not known. */
static int leaves_output(int descriptor, void *argument) {
  const int *what = argument;
  struct stat state;
  if (has_its_contents(descriptor, argument))
    return 1;
  if (descriptor != STDIN_FILENO || *what > 1 || fstat(descriptor, &state) != 0)
    return 0;
  return !S_ISCHR(state.st_mode) && !keeps_lines(stdin) && !keeps_nothing(stdin);
}

int ksi_writes_before_it_reads(int what) {
  return keeps_lines(stdout) && !are_all(leaves_output, &what);
}
