/* How many pairs an RNA can have at most: a table over intervals, from its end to its begin (Nussinov). */
#include "../affine.h"

#ifndef N
#define N 1500
#endif

static int base[N], pairs[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    base[i] = (i * i * 7 + i * 3 + i / 5) % 4;
    for (int j = 0; j < N; j++)
      pairs[i][j] = 0;
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = N - 1; i >= 0; i--)
    for (int j = i + 1; j < N; j++) {
      int inner = i + 1 <= j - 1 ? pairs[i + 1][j - 1] : 0;
      int best = inner + (base[i] + base[j] == 3);
      for (int k = i; k < j; k++)
        best = best > pairs[i][k] + pairs[k + 1][j] ? best : pairs[i][k] + pairs[k + 1][j];
      pairs[i][j] = best;
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_ints("pairs", &pairs[0][0], (size_t)N * N);
  return 0;
}
