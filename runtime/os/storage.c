/* Files and hardware counters of the record.
 *
 * A record is mapped once, for a range of addresses that is larger than it will become, and its
 * file grows behind them: pages of a mapping beyond the end of the file become valid when the file
 * grows. Blocks are allocated before they are used, because a full disk would otherwise end the
 * program with SIGBUS. For the same reason the limit of file sizes is checked first. The file is
 * opened again by its name each time it grows, and must then be the same file: a program may close
 * all descriptors that it does not know, and the number would then be another file's.
 *
 * Hardware counters count for one thread, in user mode, as one group, so that all three cover the
 * same instructions. Where the processor and the kernel allow it (cap_user_rdpmc), they are read
 * with an instruction and the offset in the page that the kernel maps for each. Otherwise one
 * system call reads the group.
 */
#define _GNU_SOURCE
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const size_t max_reserved = sizeof(void *) > 4 ? (size_t)1 << 31 : (size_t)1 << 27;
static const size_t min_reserved = (size_t)1 << 22;
static const size_t growth = (size_t)1 << 20;

static size_t append(char *to, size_t at, const char *text) {
  const size_t length = strlen(text);
  if (at + length < KSI_MOST_PATH)
    memcpy(to + at, text, length + 1);
  return at + length;
}

int ksi_make_path(char result[KSI_MOST_PATH], const char *path) {
  char here[KSI_MOST_PATH], number[16];
  size_t at = 0;
  snprintf(number, sizeof number, "%ld", (long)getpid());
  if (path[0] != '/' && getcwd(here, sizeof here) == NULL)
    return 0;
  if (path[0] != '/')
    at = append(result, append(result, at, here), "/");
  for (; *path != '\0' && at < KSI_MOST_PATH; path++) {
    const char one[2] = {*path, '\0'};
    int is_number = path[0] == '%' && path[1] == 'p';
    at = append(result, at, is_number ? number : one);
    path += is_number;
  }
  return at < KSI_MOST_PATH;
}

int ksi_is_plain_file(const char *path) {
  struct stat status;
  if (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0)
    return 0;
  return lstat(path, &status) != 0 || S_ISREG(status.st_mode);
}

int ksi_is_process(uint32_t process) { return kill((pid_t)process, 0) == 0 || errno == EPERM; }

static int extend_file(int file, size_t from, size_t to) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      limit.rlim_cur < to)
    return EFBIG;
  int problem;
  do
    problem = posix_fallocate(file, (off_t)from, (off_t)(to - from));
  while (problem == EINTR);
  if (problem == EOPNOTSUPP || problem == EINVAL || problem == ENODEV)
    problem = ftruncate(file, (off_t)to) == 0 ? 0 : errno;
  return problem;
}

static int reserve(ksi_storage *storage, int flags, int file) {
  for (size_t bytes = max_reserved; bytes >= min_reserved; bytes /= 2) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    if (memory != MAP_FAILED) {
      storage->memory = memory;
      storage->reserved = bytes;
      return 1;
    }
  }
  return 0;
}

static size_t rounded(size_t usable) { return (usable + growth - 1) / growth * growth; }

static int map_opened(ksi_storage *storage, int file, size_t usable) {
  struct stat status;
  int problem = extend_file(file, 0, usable);
  if (problem != 0)
    errno = problem;
  if (problem != 0 || fstat(file, &status) != 0 || !reserve(storage, MAP_SHARED, file))
    return 0;
  storage->device = (uint64_t)status.st_dev;
  storage->file = (uint64_t)status.st_ino;
  storage->usable = usable;
  return 1;
}

int ksi_map_file(ksi_storage *storage, const char *temporary, const char *path, size_t usable) {
  memset(storage, 0, sizeof *storage);
  unlink(temporary);
  int file = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0)
    return 0;
  int is_mapped = map_opened(storage, file, rounded(usable));
  int problem = errno;
  close(file);
  if (is_mapped && rename(temporary, path) == 0) {
    append(storage->path, 0, path);
    return 1;
  }
  if (is_mapped) {
    problem = errno;
    ksi_unmap_storage(storage);
  }
  unlink(temporary);
  errno = problem;
  return 0;
}

int ksi_map_memory(ksi_storage *storage, size_t usable) {
  memset(storage, 0, sizeof *storage);
  if (!reserve(storage, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1))
    return 0;
  storage->usable = storage->reserved;
  return storage->usable >= usable;
}

static int grow_file(ksi_storage *storage, size_t usable) {
  struct stat status;
  int file = open(storage->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0)
    return 0;
  int is_grown = fstat(file, &status) == 0 && (uint64_t)status.st_dev == storage->device &&
                 (uint64_t)status.st_ino == storage->file &&
                 extend_file(file, storage->usable, usable) == 0;
  close(file);
  return is_grown;
}

int ksi_grow_storage(ksi_storage *storage, size_t usable) {
  if (usable <= storage->usable)
    return 1;
  size_t wanted = rounded(usable + storage->usable / 2);
  wanted = wanted < storage->reserved ? wanted : storage->reserved;
  if (usable > wanted || storage->path[0] == '\0' || !grow_file(storage, wanted))
    return 0;
  storage->usable = wanted;
  return 1;
}

void ksi_unmap_storage(ksi_storage *storage) {
  if (storage->memory != NULL)
    munmap(storage->memory, storage->reserved);
  memset(storage, 0, sizeof *storage);
}

uint32_t ksi_process_id(void) { return (uint32_t)getpid(); }

uint64_t ksi_unix_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The 22nd field: the start of the process, in ticks since boot. The name, in brackets before it,
 * may contain anything. */
static int read_start_ns(uint64_t *start_ns, uint64_t *tick_ns) {
  char text[1024];
  FILE *file = fopen("/proc/self/stat", "re");
  size_t length = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file != NULL)
    fclose(file);
  text[length] = '\0';
  const char *at = strrchr(text, ')');
  for (int field = 2; at != NULL && field < 22; field++)
    at = strchr(at + 1, ' ');
  const long per_second = sysconf(_SC_CLK_TCK);
  if (at == NULL || per_second <= 0)
    return 0;
  *tick_ns = 1000000000u / (uint64_t)per_second;
  *start_ns = strtoull(at, NULL, 10) * *tick_ns;
  return 1;
}

static uint64_t clock_ns(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0)
    return 0;
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The start is rounded down to a tick, often 10 ms. Processor time is exact, and it is the whole
 * time of a program that has only computed so far: it decides within the tick. */
uint64_t ksi_process_age_ns(void) {
  uint64_t start, tick;
  const uint64_t now = clock_ns(CLOCK_BOOTTIME), used = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  if (now == 0 || !read_start_ns(&start, &tick) || start > now)
    return used;
  const uint64_t most = now - start, least = most > tick ? most - tick : 0;
  return used < least ? least : used > most ? most : used;
}

void ksi_program_name(char *text, size_t bytes) {
  snprintf(text, bytes, "%s", program_invocation_short_name);
}

static int open_event(uint32_t type, uint64_t config, int leader) {
  struct perf_event_attr wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.size = sizeof wanted;
  wanted.type = type;
  wanted.config = config;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  wanted.read_format = PERF_FORMAT_GROUP;
  return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static void *page_of(int file) {
  void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, file, 0);
  return page == MAP_FAILED ? NULL : page;
}

int ksi_open_events(ksi_events *events, uint32_t type, const uint64_t *configs, int count) {
  memset(events, 0, sizeof *events);
  for (int i = 0; i < count; i++) {
    int file = open_event(type, configs[i], i > 0 ? events->file[0] : -1);
    if (file < 0) {
      int problem = errno;
      ksi_close_events(events);
      return problem;
    }
    events->file[i] = file;
    events->page[i] = page_of(file);
    events->count = i + 1;
  }
  return 0;
}

void ksi_close_events(ksi_events *events) {
  for (int i = 0; i < events->count; i++) {
    if (events->page[i] != NULL)
      munmap(events->page[i], (size_t)sysconf(_SC_PAGESIZE));
    close(events->file[i]);
  }
  events->count = 0;
}

#if defined(__x86_64__)
/* As perf_event.h of the kernel describes it. 0: the counter has no register at present. */
static int read_directly(const struct perf_event_mmap_page *page, uint64_t *value) {
  uint32_t before, index;
  do {
    before = __atomic_load_n(&page->lock, __ATOMIC_ACQUIRE);
    index = page->index;
    if (!page->cap_user_rdpmc || index == 0)
      return 0;
    uint32_t low, high;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index - 1));
    int64_t raw = (int64_t)((uint64_t)high << 32 | low);
    raw = (int64_t)((uint64_t)raw << (64 - page->pmc_width)) >> (64 - page->pmc_width);
    *value = (uint64_t)(page->offset + raw);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
  } while (__atomic_load_n(&page->lock, __ATOMIC_RELAXED) != before);
  return 1;
}
#else
static int read_directly(const struct perf_event_mmap_page *page, uint64_t *value) {
  (void)page, (void)value;
  return 0;
}
#endif

static int read_all_directly(const ksi_events *events, uint64_t *values) {
  for (int i = 0; i < events->count; i++)
    if (events->page[i] == NULL || !read_directly(events->page[i], &values[i]))
      return 0;
  return 1;
}

int ksi_reads_directly(const ksi_events *events) {
  uint64_t values[3];
  return events->count > 0 && read_all_directly(events, values);
}

void ksi_read_events(const ksi_events *events, uint64_t *values) {
  uint64_t group[1 + 3] = {0};
  memset(values, 0, (size_t)events->count * sizeof *values);
  if (events->count == 0 || read_all_directly(events, values))
    return;
  if (read(events->file[0], group, sizeof group) > 0)
    memcpy(values, group + 1, (size_t)events->count * sizeof *values);
}
