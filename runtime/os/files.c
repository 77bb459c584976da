/* Reads and changes the system's files, with system calls only.
 *
 * The process that restores the values of a dead program was created by a program with any number
 * of threads (processes.c). Another thread may have held the locks of malloc or of stdio at that
 * moment, and would hold them forever. So nothing here allocates, and messages are written with
 * write.
 */
#define _GNU_SOURCE
#include "os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FULL_BYTES = PATH_MAX + KSI_PATH_BYTES, LINE_BYTES = 1024, WAIT_MS = 5 };

typedef struct full_path {
  char text[FULL_BYTES];
} full_path;

static int only_prints;

void ksi_only_print_changes(void) { only_prints = 1; }
int ksi_only_prints_changes(void) { return only_prints; }

static char real_root[PATH_MAX];
static int is_root_known;

void ksi_set_root(const char *folder) {
  if (folder == NULL || *folder == '\0' || realpath(folder, real_root) == NULL)
    real_root[0] = '\0';
  is_root_known = 1;
}

static const char *root(void) {
  if (!is_root_known)
    ksi_set_root(secure_getenv("KASURI_ROOT"));
  return real_root;
}

static full_path under_root(const char *path) {
  full_path full;
  snprintf(full.text, sizeof full.text, "%s%s", root(), path);
  return full;
}

ksi_path ksi_join(const char *folder, const char *name) {
  ksi_path path;
  int length = snprintf(path.text, sizeof path.text, "%s/%s", folder, name);
  if (length < 0 || (size_t)length >= sizeof path.text)
    path.text[0] = '\0';
  return path;
}

int ksi_open_file(const char *path, int flags) {
  return open(under_root(path).text, flags | O_CLOEXEC | O_NOCTTY, 0644);
}

static int read_all(int file, char *text, size_t size) {
  size_t used = 0;
  ssize_t got = 1;
  while (used + 1 < size && (got = read(file, text + used, size - 1 - used)) > 0)
    used += (size_t)got;
  int problem = got < 0 ? errno : 0;
  while (used > 0 && strchr(" \t\r\n", text[used - 1]) != NULL)
    used--;
  text[used] = '\0';
  return problem != 0 ? -problem : (int)used;
}

int ksi_read_text(const char *path, char *text, size_t size) {
  int file = ksi_open_file(path, O_RDONLY);
  text[0] = '\0';
  if (file < 0)
    return -errno;
  int length = read_all(file, text, size);
  close(file);
  return length;
}

int ksi_read_own_text(const char *path, char *text, size_t size) {
  struct stat about;
  int file = ksi_open_file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  text[0] = '\0';
  if (file < 0)
    return errno == ELOOP ? -EPERM : -errno;
  int length = fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
                       about.st_nlink == 1 && (about.st_mode & (S_IWGRP | S_IWOTH)) == 0
                   ? read_all(file, text, size)
                   : -EPERM;
  close(file);
  return length;
}

int ksi_open_for_poll(const char *path, char *text, size_t size) {
  int file = ksi_open_file(path, O_RDONLY);
  if (file >= 0)
    read_all(file, text, size);
  return file;
}

int ksi_open_for_writes(const char *path) {
  int file = ksi_open_file(path, O_WRONLY);
  return file >= 0 ? file : -errno;
}

int ksi_each_line(const char *path, int (*each)(void *, char *), void *argument) {
  char text[LINE_BYTES];
  size_t used = 0;
  int result = 0, file = ksi_open_file(path, O_RDONLY);
  if (file < 0)
    return 0;
  for (ssize_t got; result == 0 && (got = read(file, text + used, sizeof text - 1 - used)) > 0;) {
    char *line = text, *end;
    used += (size_t)got;
    text[used] = '\0';
    for (; result == 0 && (end = strchr(line, '\n')) != NULL; line = end + 1) {
      *end = '\0';
      result = each(argument, line);
    }
    used = line == text && used == sizeof text - 1 ? 0 : used - (size_t)(line - text);
    memmove(text, line, used);
  }
  text[used] = '\0';
  if (result == 0 && used > 0)
    result = each(argument, text);
  close(file);
  return result;
}

struct entry { /* as the system writes it */
  uint64_t number;
  int64_t place;
  unsigned short length;
  unsigned char type;
  char name[];
};

int ksi_each_name(const char *path, int (*each)(void *, const char *), void *argument) {
  _Alignas(8) char block[4096];
  int result = 0, folder = ksi_open_file(path, O_RDONLY | O_DIRECTORY);
  if (folder < 0)
    return 0;
  for (long got; result == 0 && (got = syscall(SYS_getdents64, folder, block, sizeof block)) > 0;)
    for (long at = 0; result == 0 && at < got;) {
      const struct entry *one = (const void *)(block + at);
      at += one->length;
      if (one->name[0] != '.')
        result = each(argument, one->name);
    }
  close(folder);
  return result;
}

int ksi_exists(const char *path) { return access(under_root(path).text, F_OK) == 0; }

int ksi_can_write(const char *path) {
  return faccessat(AT_FDCWD, under_root(path).text, W_OK, AT_EACCESS) == 0;
}

int ksi_write_text(const char *path, const char *text) {
  if (only_prints)
    return printf("write %s %s\n", path, text) < 0 ? EIO : 0;
  int file = ksi_open_file(path, O_WRONLY | O_TRUNC), problem = 0;
  if (file < 0)
    return errno;
  if (write(file, text, strlen(text)) < 0)
    problem = errno;
  close(file);
  return problem;
}

int ksi_make_folder(const char *path) {
  if (only_prints)
    return printf("mkdir %s\n", path) < 0 ? EIO : 0;
  return mkdir(under_root(path).text, 0755) == 0 ? 0 : errno;
}

int ksi_remove_folder(const char *path) {
  if (only_prints)
    return printf("rmdir %s\n", path) < 0 ? EIO : 0;
  return rmdir(under_root(path).text) == 0 ? 0 : errno;
}

static int write_whole(const char *path, const char *text, size_t length) {
  int problem = 0, file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (file < 0)
    return errno;
  for (ssize_t did; problem == 0 && length > 0; text += did, length -= (size_t)did)
    if ((did = write(file, text, length)) < 0) {
      problem = errno;
      did = 0;
    }
  if (problem == 0 && fsync(file) != 0)
    problem = errno;
  close(file);
  return problem;
}

/* Makes the name in its folder durable, too. */
static void sync_folder_of(full_path path) {
  *strrchr(path.text, '/') = '\0';
  int folder = open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return;
  fsync(folder);
  close(folder);
}

int ksi_save_text(const char *path, const char *text, size_t length) {
  full_path last = under_root(path), first = last;
  if (only_prints)
    return 0;
  if (length == 0)
    return unlink(last.text) == 0 || errno == ENOENT ? 0 : errno;
  size_t end = strlen(first.text);
  snprintf(first.text + end, sizeof first.text - end, ".new");
  int problem = write_whole(first.text, text, length);
  if (problem == 0 && rename(first.text, last.text) != 0)
    problem = errno;
  if (problem == 0)
    sync_folder_of(last);
  return problem;
}

static int is_own_folder(const char *path) {
  struct stat about;
  return lstat(under_root(path).text, &about) == 0 && S_ISDIR(about.st_mode) &&
         about.st_uid == geteuid() && (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Whether nobody but root and this user can exchange what is in the folder for something else. */
static int is_safe_place(const char *place) {
  struct stat about;
  return stat(under_root(place).text, &about) == 0 && S_ISDIR(about.st_mode) &&
         (about.st_uid == 0 || about.st_uid == geteuid()) &&
         ((about.st_mode & S_IWOTH) == 0 || (about.st_mode & S_ISVTX) != 0);
}

static int can_hold_folder(const char *place, const char *folder) {
  return ksi_can_write(place) && !ksi_exists(folder);
}

/* Root's journal must be where every later start of any program finds it. Other users can have
 * changed only their own values, and have a folder of their own. Small boards have no /run. Any
 * user may create a folder in /dev/shm, so it is used only if this user owns it. */
enum { PLACES = 4 };

/* The place with this number, and the folder in it; NULL: it does not exist, or is not safe. */
static const char *run_folder(int number, char *text, size_t size) {
  static const char *const places[PLACES] = {"/run", "/var/run", NULL, "/dev/shm"};
  const char *place = places[number] != NULL ? places[number] : secure_getenv("XDG_RUNTIME_DIR");
  int length = place != NULL && *place == '/' ? snprintf(text, size, "%s/kasuri", place) : 0;
  return length > 0 && (size_t)length < size && is_safe_place(place) ? place : NULL;
}

int ksi_find_run_folder(char *text, size_t size) {
  for (int i = 0; i < PLACES; i++) {
    const char *place = run_folder(i, text, size);
    /* Another process of this user may create it between the first two questions. */
    if (place != NULL &&
        (is_own_folder(text) || can_hold_folder(place, text) || is_own_folder(text)))
      return 0;
  }
  return ENOENT;
}

int ksi_each_run_folder(int (*each)(void *, const char *), void *argument) {
  char folder[KSI_PATH_BYTES - 16];
  int result = 0;
  for (int i = 0; i < PLACES && result == 0; i++)
    if (run_folder(i, folder, sizeof folder) != NULL && is_own_folder(folder))
      result = each(argument, folder);
  return result;
}

long ksi_owner_of_folder(const char *path) {
  struct stat about;
  return lstat(under_root(path).text, &about) == 0 && S_ISDIR(about.st_mode) ? (long)about.st_uid
                                                                             : -1;
}

int ksi_lock_file(const char *path, int max_ms) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int file = ksi_open_file(path, O_RDWR | O_CREAT | O_NOFOLLOW);
  if (file < 0)
    return -errno;
  for (int waited = 0; fcntl(file, F_SETLK, &whole) != 0; waited += WAIT_MS) {
    int problem = errno;
    if ((problem != EAGAIN && problem != EACCES) || waited >= max_ms) {
      close(file);
      return -problem;
    }
    ksi_sleep_ns(UINT64_C(1000000) * WAIT_MS);
  }
  return file;
}

void ksi_unlock_file(int descriptor) { close(descriptor); }

int ksi_has_other_root(void) { return *root() != '\0'; }

/* The tasks of a recorded system are not tasks of this one. */
int ksi_may_run_on(long thread, const ksi_coreset *cores) {
  cpu_set_t allowed;
  if (*root() != '\0' || sched_getaffinity((pid_t)thread, sizeof allowed, &allowed) != 0)
    return 1;
  for (int core = 0; core < KSI_MOST_CORES && core < CPU_SETSIZE; core++)
    if (CPU_ISSET(core, &allowed) && ksi_has_core(cores, core))
      return 1;
  return 0;
}

int ksi_get_affinity(ksi_coreset *cores) {
  cpu_set_t set;
  *cores = (ksi_coreset){{0}};
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return errno;
  for (int core = 0; core < KSI_MOST_CORES && core < CPU_SETSIZE; core++)
    if (CPU_ISSET(core, &set))
      ksi_add_core(cores, core);
  return 0;
}

static cpu_set_t as_system_set(const ksi_coreset *cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int core = 0; core < KSI_MOST_CORES && core < CPU_SETSIZE; core++)
    if (ksi_has_core(cores, core))
      CPU_SET((size_t)core, &set);
  return set;
}

int ksi_set_affinity(const ksi_coreset *cores) {
  const cpu_set_t set = as_system_set(cores);
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
}

void ksi_confine_thread(pthread_t thread, const ksi_coreset *cores) {
  const cpu_set_t set = as_system_set(cores);
  pthread_setaffinity_np(thread, sizeof set, &set); /* refused: it stays where it is */
}

/* Space is allocated immediately: without it, a later write would end the program. Allocating
 * beyond the limit for files would end it too. */
static int has_room(int file, size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < bytes)
    return 0;
  while (fallocate(file, 0, 0, (off_t)bytes) != 0)
    if (errno != EINTR) /* after a signal to the program */
      return 0;
  return 1;
}

static int is_own_file(int file) {
  struct stat about;
  return fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
         about.st_nlink == 1 && (about.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

void *ksi_map_shared(const char *path, size_t bytes) {
  const int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;
  int file = open(under_root(path).text, flags, 0600);
  void *memory = MAP_FAILED;
  if (file < 0)
    return NULL;
  if (is_own_file(file) && has_room(file, bytes))
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return memory == MAP_FAILED ? NULL : memory;
}

unsigned ksi_user(void) { return (unsigned)geteuid(); }

void *ksi_get_memory(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void ksi_give_back_memory(void *memory, size_t bytes) { munmap(memory, bytes); }
