/* Heat in a cube, from one array to the other and back. */
#include "../affine.h"

#ifndef SIDE
#define SIDE 140
#endif
#ifndef STEPS
#define STEPS 60
#endif

static double a[SIDE][SIDE][SIDE], b[SIDE][SIDE][SIDE];

static void fill(void) {
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      for (int k = 0; k < SIDE; k++)
        a[i][j][k] = b[i][j][k] = affine_value(i, j, k);
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < SIDE - 1; i++)
      for (int j = 1; j < SIDE - 1; j++)
        for (int k = 1; k < SIDE - 1; k++)
          b[i][j][k] = 0.4 * a[i][j][k] + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] +
                                                 a[i][j][k - 1] + a[i][j][k + 1]);
    for (int i = 1; i < SIDE - 1; i++)
      for (int j = 1; j < SIDE - 1; j++)
        for (int k = 1; k < SIDE - 1; k++)
          a[i][j][k] = 0.4 * b[i][j][k] + 0.1 * (b[i - 1][j][k] + b[i + 1][j][k] + b[i][j - 1][k] + b[i][j + 1][k] +
                                                 b[i][j][k - 1] + b[i][j][k + 1]);
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("a", &a[0][0][0], (size_t)SIDE * SIDE * SIDE);
  return 0;
}
