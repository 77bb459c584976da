/* CONFLICTS: 0
 * Parts that write what is theirs, a task that waits for all of them through another worker, and
 * memory that is private to a part: on its stack, or allocated and freed by it. */
#include "layers.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 32 };

static void fill(void *frame, uint32_t part, uint32_t parts) {
  int *a = frame, *block = malloc(COUNT * sizeof *block), local[COUNT];
  memset(local, 0, sizeof local);
  for (int64_t i = ks_chunk_begin(COUNT, part, parts); i < ks_chunk_begin(COUNT, part + 1, parts);
       i++) {
    local[i] = block[i] = (int)i;
    a[i] = local[i] + block[i];
  }
  free(block);
}

static void add(void *frame, uint32_t part, uint32_t parts) {
  int *a = frame;
  (void)part, (void)parts;
  for (int i = 0; i < COUNT; i++)
    a[COUNT] += a[i];
}

static void use(void *frame, uint32_t part, uint32_t parts) {
  int *a = frame;
  (void)part, (void)parts;
  a[0] += a[COUNT];
}

int main(void) {
  static int a[COUNT + 1];
  static const ks_task tasks[] = {{fill, "fill", 1, 0}, {add, "add", 2, 0}, {use, "use", 3, 0}};
  static const ks_row rows[] = {ROW(0, 0, 2, 0, 0), ROW(2, 0, 1, 1, 1), ROW(0, 1, 2, 0, 0),
                                ROW(1, 0, 1, 0, 1)};
  static const ks_wait waits[] = {{0, 1}, {1, 2}};
  static const uint16_t first[] = {0, 2, 4};
  RUN(a, tasks, {2, 2, first, rows, waits});
  return a[0] == COUNT * (COUNT - 1) ? 0 : 1;
}
