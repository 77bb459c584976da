/* CONFLICTS: 3
 * Part by part, a reader comes after the writer of its own element, which the same worker had
 * before, and in `neighbour` after that of the next one only in the table for two workers. `last`
 * looks at what other parts of `writer` have written, too. */
#include "layers.h"

#include <stdlib.h>

static void writer(void *frame, uint32_t part, uint32_t parts) {
  (void)parts;
  ((int *)frame)[part] = 1;
}

static void own(void *frame, uint32_t part, uint32_t parts) {
  (void)parts;
  if (((int *)frame)[part] != 1)
    abort();
}

static void neighbour(void *frame, uint32_t part, uint32_t parts) {
  if (((int *)frame)[part + 1 < parts ? part + 1 : part] != 1)
    abort();
}

static void last(void *frame, uint32_t part, uint32_t parts) {
  ((int *)frame)[parts - 1 - part] = 2;
}

int main(void) {
  static int memory[3];
  static const ks_task tasks[] = {
      {writer, "writer", 1, 0}, {own, "own", 2, 0}, {neighbour, "neighbour", 3, 0}};
  static const ks_task more[] = {
      {writer, "writer", 1, 0}, {own, "own", 2, 0}, {last, "last", 3, 0}};
  static const ks_row on_two[] = {ROW(0, 0, 2, 0, 0), ROW(1, 0, 2, 0, 0), ROW(2, 0, 2, 0, 1),
                                  ROW(0, 1, 2, 0, 0), ROW(1, 1, 2, 0, 0), ROW(2, 1, 2, 0, 0)};
  static const ks_row on_three[] = {ROW(0, 0, 3, 0, 0), ROW(1, 0, 3, 0, 0), ROW(2, 0, 3, 0, 1),
                                    ROW(0, 1, 3, 0, 0), ROW(1, 1, 3, 0, 0), ROW(2, 1, 3, 0, 0),
                                    ROW(0, 2, 3, 0, 0), ROW(1, 2, 3, 0, 0), ROW(2, 2, 3, 0, 0)};
  static const ks_wait waits[] = {{1, 1}};
  static const uint16_t first_on_two[] = {0, 3, 6}, first_on_three[] = {0, 3, 6, 9};
  RUN(memory, tasks, {2, 3, first_on_two, on_two, waits});
  RUN(memory, tasks, {2, 3, first_on_two, on_two, waits}, {3, 3, first_on_three, on_three, waits});
  RUN(memory, more, {2, 3, first_on_two, on_two, waits});
  return 0;
}
