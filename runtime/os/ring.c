/* System calls for the rings of queues.
 *
 * A file in memory without a name is mapped twice into one reserved range, so an array that crosses
 * the end of the first mapping is contiguous. Any step may be refused: by a filter of system calls,
 * by a limit of descriptors, or by a processor whose caches would treat the two as different
 * memory. A limit on the size of files also applies to this file, and would cause a signal instead
 * of an error, so it is checked first. The descriptor is closed immediately.
 *
 * Unlike all other memory of a program, such memory is shared with children of fork: a child that
 * used a queue would write into its parent's. So children do not get it.
 */
#define _GNU_SOURCE
#include "os.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

size_t ksi_page_bytes(void) {
  long bytes = sysconf(_SC_PAGESIZE);
  return bytes > 0 ? (size_t)bytes : 4096;
}

static int make_file(size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
      (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes))
    return -1;
  int file = memfd_create("kasuri-queue", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, (off_t)bytes) != 0) {
    close(file);
    return -1;
  }
  return file;
}

static int map_at(char *place, size_t bytes, int file) {
  return mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == place;
}

static void *map_file_twice(size_t bytes, int file) {
  char *range = mmap(NULL, 2 * bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (range == MAP_FAILED)
    return NULL;
  if (map_at(range, bytes, file) && map_at(range + bytes, bytes, file) &&
      madvise(range, 2 * bytes, MADV_DONTFORK) == 0)
    return range;
  munmap(range, 2 * bytes);
  return NULL;
}

void *ksi_map_twice(size_t bytes) {
  int saved = errno;
  int file = bytes <= PTRDIFF_MAX / 2 ? make_file(bytes) : -1;
  void *memory = file >= 0 ? map_file_twice(bytes, file) : NULL;
  if (file >= 0)
    close(file);
  errno = saved;
  return memory;
}

void ksi_unmap_twice(void *memory, size_t bytes) { munmap(memory, 2 * bytes); }
