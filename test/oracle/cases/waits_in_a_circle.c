/* CONFLICTS: 2
 * Two rows that wait for each other: no run of the table ends, and neither is ordered before the
 * other. The oracle runs the layer in order all the same. */
#include "layers.h"

static void count(void *frame, uint32_t part, uint32_t parts) {
  (void)part, (void)parts;
  ++*(int *)frame;
}

int main(void) {
  int counter = 0;
  static const ks_task tasks[] = {{count, "first", 1, 0}, {count, "second", 2, 0}};
  static const ks_row rows[] = {ROW(0, 0, 1, 0, 1), ROW(1, 0, 1, 1, 1)};
  static const ks_wait waits[] = {{1, 1}, {0, 1}};
  static const uint16_t first[] = {0, 1, 2};
  RUN(&counter, tasks, {2, 1, first, rows, waits});
  return counter == 2 ? 0 : 1;
}
