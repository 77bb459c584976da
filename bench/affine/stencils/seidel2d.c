/* The mean of nine neighbors, in place. */
#include "../affine.h"

#ifndef N
#define N 800
#endif
#ifndef STEPS
#define STEPS 60
#endif

static double a[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = affine_value(i, j, 1);
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] +
                   a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) /
                  9;
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("a", &a[0][0], (size_t)N * N);
  return 0;
}
