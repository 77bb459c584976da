/* The system calls for core frequencies.
 *
 * A frequency is written so often that opening a file each time would dominate the cost, so files
 * stay open. But a program may close all descriptors that it does not know, and then open its own
 * files. A frequency written to one of those would be a disaster. So each write first checks that
 * the descriptor still belongs to the file (a fifth of the cost of the write), and opens it again
 * if not.
 *
 * A register is read and written with one access of its width. Bits outside the mask are read and
 * written back, so nothing else may write them at the same time. With a mask of all bits it is only
 * written.
 */
#define _GNU_SOURCE
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_same_file(const ksi_kept *kept) {
  struct stat about;
  return kept->file >= 0 && fstat(kept->file, &about) == 0 &&
         (uint64_t)about.st_dev == kept->device && (uint64_t)about.st_ino == kept->number;
}

static int open_again(ksi_kept *kept) {
  struct stat about;
  kept->file = (kept->flags & O_APPEND) != 0
                   ? open(kept->path, kept->flags | O_CLOEXEC | O_NOFOLLOW)
                   : ksi_open_file(kept->path, kept->flags);
  if (kept->file < 0)
    return errno;
  if (fstat(kept->file, &about) != 0)
    return errno;
  kept->device = (uint64_t)about.st_dev;
  kept->number = (uint64_t)about.st_ino;
  return 0;
}

int ksi_open_kept(ksi_kept *kept, const char *path, int is_written) {
  *kept = (ksi_kept){.file = -1, .flags = is_written ? O_WRONLY : O_RDONLY};
  snprintf(kept->path, sizeof kept->path, "%s", path);
  return open_again(kept);
}

static int make_sure(ksi_kept *kept) { return is_same_file(kept) ? 0 : open_again(kept); }

int ksi_write_kept(ksi_kept *kept, const void *value, size_t bytes) {
  int problem = make_sure(kept);
  if (problem != 0)
    return problem;
  ssize_t did = pwrite(kept->file, value, bytes, 0);
  if (did < 0 && errno == ESPIPE)
    did = write(kept->file, value, bytes);
  if (did < 0)
    return errno;
  /* Recorded systems consist of regular files, which keep the rest after a shorter value. */
  return ksi_has_other_root() && ftruncate(kept->file, (off_t)bytes) != 0 ? errno : 0;
}

int ksi_begin_kept(ksi_kept *kept, const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  *kept = (ksi_kept){.file = -1, .flags = O_WRONLY | O_APPEND};
  if (file < 0)
    return errno;
  close(file);
  snprintf(kept->path, sizeof kept->path, "%s", path);
  return open_again(kept);
}

int ksi_append_kept(ksi_kept *kept, const void *text, size_t bytes) {
  int problem = make_sure(kept);
  if (problem != 0)
    return problem;
  return write(kept->file, text, bytes) < 0 ? errno : 0;
}

int ksi_read_kept(ksi_kept *kept, char *text, size_t size) {
  int problem = make_sure(kept);
  text[0] = '\0';
  if (problem != 0)
    return -problem;
  ssize_t got = pread(kept->file, text, size - 1, 0);
  if (got < 0)
    return -errno;
  while (got > 0 && strchr(" \t\r\n", text[got - 1]) != NULL)
    got--;
  text[got] = '\0';
  return (int)got;
}

void ksi_close_kept(ksi_kept *kept) {
  if (is_same_file(kept))
    close(kept->file);
  kept->file = -1;
}

static size_t page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static int is_valid(const ksi_register *field) {
  return (field->width == 8 || field->width == 16 || field->width == 32 || field->width == 64) &&
         field->address % (field->width / 8) == 0 && field->mask != 0 &&
         (field->width == 64 || field->mask >> field->width == 0);
}

/* A window beyond the end of a regular file would end the program with SIGBUS. */
static int is_long_enough(int file, uint64_t end) {
  struct stat about;
  return fstat(file, &about) == 0 && (!S_ISREG(about.st_mode) || (uint64_t)about.st_size >= end);
}

int ksi_map_register(ksi_register *field) {
  uint64_t inside = field->address % page_bytes(), page = field->address - inside;
  field->at = NULL;
  if (!is_valid(field) || (uint64_t)(off_t)page != page || (off_t)page < 0)
    return EINVAL;
  int file = ksi_open_file(field->device, O_RDWR | O_SYNC);
  if (file < 0)
    return errno;
  int problem = is_long_enough(file, field->address + field->width / 8) ? 0 : ENXIO;
  void *memory =
      problem == 0 ? mmap(NULL, page_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)page)
                   : MAP_FAILED;
  if (problem == 0 && memory == MAP_FAILED)
    problem = errno;
  close(file);
  if (problem == 0)
    field->at = (char *)memory + inside;
  return problem;
}

void ksi_unmap_register(ksi_register *field) {
  uintptr_t at = (uintptr_t)field->at;
  if (at != 0)
    munmap((void *)(at - at % page_bytes()), page_bytes());
  field->at = NULL;
}

static uint64_t load_all(const ksi_register *field) {
  switch (field->width) {
  case 8:
    return *(volatile uint8_t *)field->at;
  case 16:
    return *(volatile uint16_t *)field->at;
  case 32:
    return *(volatile uint32_t *)field->at;
  default:
    return *(volatile uint64_t *)field->at;
  }
}

static void store_all(const ksi_register *field, uint64_t value) {
  switch (field->width) {
  case 8:
    *(volatile uint8_t *)field->at = (uint8_t)value;
    break;
  case 16:
    *(volatile uint16_t *)field->at = (uint16_t)value;
    break;
  case 32:
    *(volatile uint32_t *)field->at = (uint32_t)value;
    break;
  default:
    *(volatile uint64_t *)field->at = value;
  }
}

uint64_t ksi_load_register(const ksi_register *field) { return load_all(field) & field->mask; }

void ksi_store_register(const ksi_register *field, uint64_t value) {
  uint64_t all = field->width == 64 ? UINT64_MAX : (UINT64_C(1) << field->width) - 1;
  uint64_t around = field->mask == all ? 0 : load_all(field) & ~field->mask;
  store_all(field, around | (value & field->mask));
}

int ksi_print_register(const ksi_register *field, char *path, size_t size) {
  int length = snprintf(path, size, "%s@0x%" PRIx64 ":%u:0x%" PRIx64, field->device, field->address,
                        field->width, field->mask);
  return length > 0 && (size_t)length < size;
}

static int map_path(const char *path, ksi_register *field) {
  *field = (ksi_register){.width = 0};
  if (sscanf(path, "%63[^@]@0x%" SCNx64 ":%" SCNu32 ":0x%" SCNx64, field->device, &field->address,
             &field->width, &field->mask) != 4)
    return EINVAL;
  int problem = ksi_map_register(field);
  return problem == 0 && field->at == NULL ? ENOMEM : problem;
}

int ksi_read_register_text(const char *path, char *text, size_t size) {
  ksi_register field;
  int problem = map_path(path, &field);
  text[0] = '\0';
  if (problem != 0)
    return -problem;
  int length = snprintf(text, size, "0x%" PRIx64, ksi_load_register(&field));
  ksi_unmap_register(&field);
  return length;
}

int ksi_write_register_text(const char *path, const char *text) {
  ksi_register field;
  uint64_t value;
  int problem = sscanf(text, "0x%" SCNx64, &value) == 1 ? map_path(path, &field) : EINVAL;
  if (problem != 0)
    return problem;
  ksi_store_register(&field, value);
  ksi_unmap_register(&field);
  return 0;
}

int ksi_current_core(void) { return sched_getcpu(); }

long ksi_this_thread(void) { return syscall(SYS_gettid); }

/* Declared as in the kernel; the C library may not have it. */
struct attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
  uint32_t least, most;
};

enum { KEEP_POLICY = 0x08, KEEP_PARAMETERS = 0x10, CLAMP_LEAST = 0x20, CLAMP_MOST = 0x40 };

static int set_attributes(long thread, uint32_t least, uint32_t most) {
#ifdef SYS_sched_setattr
  struct attributes wanted = {.size = sizeof wanted,
                              .flags = KEEP_POLICY | KEEP_PARAMETERS | CLAMP_LEAST | CLAMP_MOST,
                              .least = least,
                              .most = most};
  return syscall(SYS_sched_setattr, thread, &wanted, 0) == 0 ? 0 : errno;
#else
  (void)thread, (void)least, (void)most;
  return ENOSYS;
#endif
}

int ksi_get_clamp(long thread, ksi_clamp *clamp) {
#ifdef SYS_sched_getattr
  struct attributes now = {.most = 1024};
  *clamp = (ksi_clamp){0, 1024};
  if (syscall(SYS_sched_getattr, thread, &now, sizeof now, 0) != 0)
    return errno;
  if (now.size >= sizeof now && now.most != 0)
    *clamp = (ksi_clamp){(int)now.least, (int)now.most};
  return 0;
#else
  (void)thread, (void)clamp;
  return ENOSYS;
#endif
}

/* In newer kernels -1 removes a clamp, as if the thread had never had one. */
int ksi_set_clamp(long thread, ksi_clamp clamp) {
  if (clamp.least == 0 && clamp.most == 1024 && set_attributes(thread, UINT32_MAX, UINT32_MAX) == 0)
    return 0;
  return set_attributes(thread, (uint32_t)clamp.least, (uint32_t)clamp.most);
}
