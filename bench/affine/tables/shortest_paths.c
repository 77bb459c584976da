/* The shortest path between each pair of nodes. */
#include "../affine.h"

#ifndef N
#define N 1000
#endif

static double path[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      path[i][j] = i == j ? 0 : (i * 7 + j * 13) % 11 == 0 ? affine_value(i, j, 1) : 1000;
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("path", &path[0][0], (size_t)N * N);
  return 0;
}
