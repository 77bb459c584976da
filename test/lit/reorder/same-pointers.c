// Pointers and sizes in variables that functions get by address: each statement loads them anew, and all loads are the same
// pointers and sizes.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
#include <stdlib.h>

typedef struct {
  int height, width;
  double *cells;
} grid;

static double *cell(const grid *g, int i, int j) { return &g->cells[(size_t)i * g->width + j]; }

static grid new_grid(int height, int width) {
  grid made = {height, width, malloc((size_t)height * width * sizeof(double))};
  for (int i = 0; i < height * width; i++)
    made.cells[i] = i % 97;
  return made;
}

static void relax(grid *to, const grid *from) {
  for (int i = 1; i < from->height - 1; i++)
    for (int j = 1; j < from->width - 1; j++)
      *cell(to, i, j) = 0.2 * (*cell(from, i, j) + *cell(from, i, j - 1) + *cell(from, i, j + 1) + *cell(from, i + 1, j) +
                               *cell(from, i - 1, j));
}

// CHECK: {{^}}nest {{.*}}same-pointers.c:[[#@LINE+3]]:3 tiled {{[0-9]+x[0-9]+}} over 't' and 'i', skewed by 2, with 'relax' inlined
int main(int argc, char **argv) {
  grid now = new_grid(1000 * argc, 1000), next = new_grid(1000 * argc, 1000);
  for (int t = 0; t < 100 * argc; t++) {
    relax(&next, &now);
    relax(&now, &next);
  }
  (void)argv;
  return (int)*cell(&now, 5, 5);
}
