/* Heat in a box of any size, with an accessor; the boxes change places. */
#include "../affine.h"

#ifndef SIDE
#define SIDE 140
#endif
#ifndef STEPS
#define STEPS 60
#endif

typedef struct {
  int depth, height, width;
  double *cells;
} box;

static inline double *cell(const box *b, int i, int j, int k) {
  return &b->cells[((size_t)i * b->height + j) * b->width + k];
}

static box new_box(int depth, int height, int width) {
  box made = {depth, height, width, malloc((size_t)depth * height * width * sizeof(double))};
  for (int i = 0; i < depth; i++)
    for (int j = 0; j < height; j++)
      for (int k = 0; k < width; k++)
        *cell(&made, i, j, k) = affine_value(i, j, k);
  return made;
}

static double mixed(const box *b, int i, int j, int k) {
  return 0.4 * *cell(b, i, j, k) + 0.1 * (*cell(b, i - 1, j, k) + *cell(b, i + 1, j, k) + *cell(b, i, j - 1, k) +
                                          *cell(b, i, j + 1, k) + *cell(b, i, j, k - 1) + *cell(b, i, j, k + 1));
}

static void diffuse(box *to, const box *from) {
  for (int i = 1; i < from->depth - 1; i++)
    for (int j = 1; j < from->height - 1; j++)
      for (int k = 1; k < from->width - 1; k++)
        *cell(to, i, j, k) = mixed(from, i, j, k);
}

int main(int argc, char **argv) {
  int side = affine_size(argc, argv, 1, SIDE), steps = affine_size(argc, argv, 2, STEPS);
  box now = new_box(side, side, side), next = new_box(side, side, side);
  double begin = affine_now();
  for (int t = 0; t < steps; t++) {
    diffuse(&next, &now);
    diffuse(&now, &next);
  }
  affine_kernel(begin);
  affine_doubles("a", now.cells, (size_t)side * side * side);
  free(now.cells);
  free(next.cells);
  return 0;
}
