/* Blocks for the program (team/blocks.c): large ones begin at a line of the cache, those of calloc are zero also where
 * memory is used again, and what cannot be had is NULL, with errno as the C library sets it. */
#include "check.h"

#include <kasuri/kasuri.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, LARGE = 1 << 16 };

static int is_zero(const unsigned char *block, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (block[i] != 0)
      return 0;
  return 1;
}

static void use(size_t bytes) {
  unsigned char *made = ks_malloc(bytes), *zero = ks_calloc(bytes / 8, 8);
  CHECK(made != NULL && zero != NULL);
  if (bytes >= LARGE)
    CHECK((uintptr_t)made % LINE == 0 && (uintptr_t)zero % LINE == 0);
  CHECK(is_zero(zero, bytes / 8 * 8));
  memset(made, 7, bytes);
  memset(zero, 7, bytes / 8 * 8);
  made = realloc(made, bytes + 100);
  CHECK(made != NULL && made[0] == 7 && made[bytes - 1] == 7);
  free(made);
  free(zero);
}

int main(void) {
  for (int round = 0; round < 3; round++)
    for (size_t bytes = 8; bytes < (size_t)1 << 27; bytes = bytes * 3 + 8)
      use(bytes);
  use(LARGE);
  use(LARGE - 1);
  volatile size_t all = SIZE_MAX / 2, half = (size_t)1 << (sizeof(size_t) * 4);
  errno = 0;
  CHECK(ks_malloc(all) == NULL && errno == ENOMEM);
  errno = 0;
  CHECK(ks_calloc(half, half) == NULL && errno == ENOMEM);
  errno = 0;
  CHECK(ks_calloc(all, 1) == NULL && errno == ENOMEM);
  return 0;
}
