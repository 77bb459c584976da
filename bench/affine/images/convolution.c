/* An image convolved with a kernel of 15 x 15 weights. */
#include "../affine.h"

#ifndef N
#define N 3000
#endif
#define SIZE 15

static float image[N][N], result[N - SIZE + 1][N - SIZE + 1], weight[SIZE][SIZE];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      image[i][j] = (float)affine_value(i, j, 1);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      weight[i][j] = (float)affine_value(i, j, 2) / (SIZE * SIZE);
  for (int i = 0; i < N - SIZE + 1; i++)
    for (int j = 0; j < N - SIZE + 1; j++)
      result[i][j] = 0;
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = 0; i < N - SIZE + 1; i++)
    for (int j = 0; j < N - SIZE + 1; j++) {
      result[i][j] = 0;
      for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
          result[i][j] += weight[y][x] * image[i + y][j + x];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_floats("result", &result[0][0], (size_t)(N - SIZE + 1) * (N - SIZE + 1));
  return 0;
}
