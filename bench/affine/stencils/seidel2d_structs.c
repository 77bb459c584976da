/* The mean of nine neighbors, in place, of a matrix made at run time. */
#include "../matrix.h"

#ifndef N
#define N 800
#endif
#ifndef STEPS
#define STEPS 60
#endif

static double sum_of_row(const struct matrix *a, int i, int j, double before) {
  return before + *at(a, i, j - 1) + *at(a, i, j) + *at(a, i, j + 1);
}

static void sweep(struct matrix *a) {
  for (int i = 1; i < a->rows - 1; i++)
    for (int j = 1; j < a->cols - 1; j++) {
      double sum = *at(a, i - 1, j - 1) + *at(a, i - 1, j) + *at(a, i - 1, j + 1);
      sum = sum_of_row(a, i, j, sum);
      sum = sum_of_row(a, i + 1, j, sum);
      *at(a, i, j) = sum / 9;
    }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  struct matrix *a = new_matrix(n, n);
  fill_matrix(a, 1);
  double begin = affine_now();
  for (int t = 0; t < steps; t++)
    sweep(a);
  affine_kernel(begin);
  print_matrix("a", a);
  free_matrix(a);
  return 0;
}
