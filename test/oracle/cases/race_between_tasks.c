/* CONFLICTS: 2
 * The table for two workers orders the writer before the reader, that for three does not; and the
 * last task frees what the reader still looks at. */
#include "layers.h"

#include <stdlib.h>

static void writer(void *frame, uint32_t part, uint32_t parts) {
  (void)part, (void)parts;
  **(int **)frame = 1;
}

static void reader(void *frame, uint32_t part, uint32_t parts) {
  (void)part, (void)parts;
  if (**(int **)frame != 1)
    abort();
}

static void ender(void *frame, uint32_t part, uint32_t parts) {
  (void)part, (void)parts;
  free(*(int **)frame);
}

int main(void) {
  int *memory = malloc(sizeof *memory);
  static const ks_task tasks[] = {
      {writer, "writer", 1, 0}, {reader, "reader", 2, 0}, {ender, "ender", 3, 0}};
  static const ks_row rows_on_two[] = {ROW(0, 0, 1, 0, 0), ROW(1, 0, 1, 0, 0), ROW(2, 0, 1, 0, 1)};
  static const ks_row rows_on_three[] = {ROW(0, 0, 1, 0, 0), ROW(1, 0, 1, 0, 0),
                                         ROW(2, 0, 1, 0, 1)};
  static const ks_wait waits_on_two[] = {{0, 2}}, waits_on_three[] = {{0, 1}};
  static const uint16_t on_two[] = {0, 2, 3}, on_three[] = {0, 1, 2, 3};
  RUN(&memory, tasks, {2, 2, on_two, rows_on_two, waits_on_two},
      {3, 1, on_three, rows_on_three, waits_on_three});
  return 0;
}
