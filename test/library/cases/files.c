/* Files and folders, in a folder of the test's own. */
#define _GNU_SOURCE
#include "../logger.h"

#include <dirent.h>
#include <fcntl.h>
#include <iconv.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <termios.h>
#include <unistd.h>

static int descriptor(void) { return open("input.txt", O_RDWR); }
static int near_end(void) {
  int file = descriptor();
  lseek(file, -3, SEEK_END);
  return file;
}
static int emptied(void) { return open("output.txt", O_RDWR | O_CREAT | O_TRUNC, 0600); }

/* --- Files by name. */

#define NAMED(function, ...)                                                                       \
  CASE(function) { NUMBER(function(text(0, "touched.txt") __VA_OPT__(, ) __VA_ARGS__)); }
NAMED(chmod, 0600);
NAMED(chown, -1, -1);
NAMED(lchown, -1, -1);
NAMED(access, R_OK);
NAMED(truncate, 0);
NAMED(truncate64, 0);
NAMED(creat, 0600);
NAMED(creat64, 0600);
NAMED(open, O_RDONLY);
NAMED(open64, O_RDONLY);
NAMED(pathconf, _PC_NAME_MAX);
NAMED(remove);
NAMED(unlink);
NAMED(rmdir);
#define MADE(function)                                                                             \
  CASE(function) {                                                                                 \
    static int made;                                                                               \
    char name[40];                                                                                 \
    snprintf(name, sizeof name, "made-%d-%d", getpid(), ++made);                                   \
    NUMBER(function(text(0, name), 0700));                                                         \
  }
MADE(mkdir);
MADE(mkfifo);
CASE(chdir) { NUMBER(chdir(text(0, "."))); }
CASE(chroot) { NUMBER(chroot(text(0, "input.txt"))); }
CASE(openat) { NUMBER(openat(AT_FDCWD, text(1, "input.txt"), O_RDONLY)); }
CASE(openat64) { NUMBER(openat64(AT_FDCWD, text(1, "input.txt"), O_RDONLY)); }
CASE(unlinkat) { NUMBER(unlinkat(AT_FDCWD, text(1, "none-such"), 0)); }
CASE(mkdirat) { NUMBER(mkdirat(AT_FDCWD, text(1, "."), 0700)); }
CASE(faccessat) { NUMBER(faccessat(AT_FDCWD, text(1, "input.txt"), R_OK, 0)); }
#define TWO_NAMES(function)                                                                        \
  CASE(function) {                                                                                 \
    char *from = text(0, "none-such"), *to = text(1, "none-such/either");                          \
    NUMBER(function(from, to));                                                                    \
  }
TWO_NAMES(rename);
TWO_NAMES(link);
TWO_NAMES(symlink);
CASE(renameat) {
  char *from = text(1, "none-such"), *to = text(3, "none-such/either");
  NUMBER(renameat(AT_FDCWD, from, AT_FDCWD, to));
}
CASE(linkat) {
  char *from = text(1, "none-such"), *to = text(3, "none-such/either");
  NUMBER(linkat(AT_FDCWD, from, AT_FDCWD, to, 0));
}
#define STATUS(function, type)                                                                     \
  CASE(function) {                                                                                 \
    char *name = text(0, "input.txt");                                                             \
    NUMBER(function(name, room(1, sizeof(type))));                                                 \
  }
STATUS(stat, struct stat);
STATUS(lstat, struct stat);
STATUS(stat64, struct stat64);
STATUS(lstat64, struct stat64);
STATUS(statfs, struct statfs);
STATUS(statfs64, struct statfs64);
STATUS(statvfs, struct statvfs);
STATUS(statvfs64, struct statvfs64);
CASE(fstatat) {
  char *name = text(1, "input.txt");
  NUMBER(fstatat(AT_FDCWD, name, room(2, sizeof(struct stat)), 0));
}
CASE(fstatat64) {
  char *name = text(1, "input.txt");
  NUMBER(fstatat64(AT_FDCWD, name, room(2, sizeof(struct stat64)), 0));
}
CASE(readlink) {
  char *name = text(0, "link.txt"), *to = room(1, 40);
  const size_t size = count(2, 40);
  NUMBER(readlink(name, to, size));
}

/* --- Files by number. */

#define STATUS_OF(function, type)                                                                  \
  CASE(function) {                                                                                 \
    int file = descriptor();                                                                       \
    NUMBER(function(file, room(1, sizeof(type))));                                                 \
  }
STATUS_OF(fstat, struct stat);
STATUS_OF(fstat64, struct stat64);
STATUS_OF(fstatfs, struct statfs);
STATUS_OF(fstatvfs, struct statvfs);
#define BLOCK(function, file, memory, ...)                                                         \
  CASE(function) {                                                                                 \
    int number = file;                                                                             \
    char *block = memory;                                                                          \
    const size_t size = count(2, 7);                                                               \
    NUMBER(function(number, block, size __VA_OPT__(, ) __VA_ARGS__));                              \
  }
BLOCK(read, near_end(), room(1, 20));
BLOCK(pread, descriptor(), room(1, 20), 1);
BLOCK(pread64, descriptor(), room(1, 20), 1);
BLOCK(write, emptied(), text(1, "bytes out"));
BLOCK(pwrite, emptied(), text(1, "bytes out"), 1);
BLOCK(pwrite64, emptied(), text(1, "bytes out"), 1);
static int socketEnd(int isFilled) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    abort();
  if (isFilled && write(ends[1], "in there", 8) != 8)
    abort();
  return ends[0];
}
BLOCK(recv, socketEnd(1), room(1, 20), 0);
BLOCK(send, socketEnd(0), text(1, "bytes out"), 0);
#define NUMBERED(function, ...)                                                                    \
  CASE(function) {                                                                                 \
    int file = descriptor();                                                                       \
    NUMBER(function(file __VA_OPT__(, ) __VA_ARGS__));                                             \
  }
NUMBERED(close);
NUMBERED(lseek, 1, SEEK_SET);
NUMBERED(lseek64, 1, SEEK_SET);
NUMBERED(isatty);
NUMBERED(flock, LOCK_UN);
NUMBERED(tcgetattr, room(1, sizeof(struct termios)));
CASE(tcsetattr) {
  static const struct termios plain;
  NUMBER(tcsetattr(descriptor(), TCSANOW, bytes(2, &plain, sizeof plain)));
}
NUMBERED(dup);
NUMBERED(dup2, 77);
NUMBERED(fsync);
NUMBERED(fdatasync);
NUMBERED(fchmod, 0600);
NUMBERED(fchown, -1, -1);
NUMBERED(fchdir);
NUMBERED(ftruncate, 1 << 10);
NUMBERED(fpathconf, 3);
NUMBERED(ftruncate64, 1 << 10);
NUMBERED(posix_fadvise, 0, 0, 0);
NUMBERED(posix_fallocate, 0, 1);
CASE(ttyname) {
  int file = descriptor();
  POINTER(ttyname(file));
}
CASE(sync) { NOTHING((sync(), 0)); }
CASE(pipe) { NUMBER(pipe(room(0, 8))); }
CASE(select) {
  fd_set none;
  FD_ZERO(&none);
  struct timeval no = {0, 1};
  void *in = bytes(1, &none, sizeof none), *out = bytes(2, &none, sizeof none);
  void *other = bytes(3, &none, sizeof none), *limit = bytes(4, &no, sizeof no);
  NUMBER(select(1, in, out, other, limit));
}
CASE(poll) {
  struct pollfd one = {descriptor(), POLLIN, 0};
  NUMBER(poll(bytes(0, &one, sizeof one), 1, 0));
}

/* --- Folders. */

CASE(iconv_open) {
  char *to = text(0, "UTF-8"), *from = text(1, "LATIN1");
  POINTER(iconv_open(to, from));
}
CASE(iconv_close) {
  iconv_t made = iconv_open("UTF-8", "LATIN1");
  NUMBER(iconv_close(made));
}
CASE(opendir) { POINTER(opendir(text(0, "."))); }
CASE(fdopendir) {
  int file = open(".", O_RDONLY);
  POINTER(fdopendir(file));
}
#define ENTRIES(function, type)                                                                    \
  CASE(function) {                                                                                 \
    DIR *folder = opendir("/dev");                                                                 \
    POINTER_TO(24, function(folder));                                                              \
    rewinddir(folder);                                                                             \
    POINTER(function(folder));                                                                     \
  }
ENTRIES(readdir, struct dirent);
ENTRIES(readdir64, struct dirent64);
#define FOLDER(function)                                                                           \
  CASE(function) {                                                                                 \
    DIR *folder = opendir(".");                                                                    \
    NUMBER(function(folder));                                                                      \
  }
FOLDER(closedir);
FOLDER(telldir);
FOLDER(dirfd);
CASE(rewinddir) {
  DIR *folder = opendir(".");
  NOTHING((rewinddir(folder), 0));
}
CASE(seekdir) {
  DIR *folder = opendir(".");
  NOTHING((seekdir(folder, telldir(folder)), 0));
}
