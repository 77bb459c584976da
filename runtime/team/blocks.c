/* Blocks of memory for the program: what its calls of malloc and calloc get in files that have
 * KS_ALIGN_BLOCKS.
 *
 * The C library's blocks begin 16 bytes behind a multiple of 32 or of a page. Each second vector of
 * an array is then in two lines of the cache. Large blocks begin at a line here, as arrays of the
 * program do. free() and realloc() take them as they take any other.
 *
 * The pages of a large block from calloc are there when they are first accessed: to be read, and
 * once more to be written. Where a loop adds to elements, each page costs twice as much, and while
 * the cores work. So blocks of a moderate size are written at once. */
#include "team.h"

#include <kasuri/kasuri.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const size_t line = 64, least_aligned = (size_t)1 << 16, most_written = (size_t)1 << 26;

KSI_PUBLIC void *ks_malloc(ks_size bytes) {
  void *block = NULL;
  const int before = errno;
  if (bytes >= least_aligned && posix_memalign(&block, line, bytes) == 0)
    return block;
  errno = before;
  return malloc(bytes);
}

KSI_PUBLIC void *ks_calloc(ks_size count, ks_size bytes) {
  size_t all = 0;
  const int is_whole = !__builtin_mul_overflow(count, bytes, &all);
  if (!is_whole || all < least_aligned || all > most_written)
    return calloc(count, bytes);
  void *block = ks_malloc(all);
  return block != NULL ? memset(block, 0, all) : NULL;
}
