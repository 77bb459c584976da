/* CONFLICTS: 1
 * Each iteration reads what the one before it wrote, so two parts meet at their border. */
#include "layers.h"

enum { COUNT = 32 };

static void carry(void *frame, uint32_t part, uint32_t parts) {
  int *a = frame;
  for (int64_t i = ks_chunk_begin(COUNT, part, parts); i < ks_chunk_begin(COUNT, part + 1, parts);
       i++)
    a[i + 1] = a[i] + 1;
}

int main(void) {
  static int a[COUNT + 1];
  static const ks_task tasks[] = {{carry, "carry", 1, 0}};
  static const ks_row rows[] = {ROW(0, 0, 2, 0, 0), ROW(0, 1, 2, 0, 0)};
  static const uint16_t first[] = {0, 1, 2};
  RUN(a, tasks, {2, 1, first, rows, 0});
  return 0;
}
