/* Many small matrices: each state is multiplied several times with its transition. */
#include "../affine.h"

#ifndef N
#define N 3000
#endif
#define S 16
#define STEPS 400

static double state[N][S][S], transition[N][S][S];

static void fill(void) {
  for (int t = 0; t < N; t++)
    for (int i = 0; i < S; i++)
      for (int j = 0; j < S; j++) {
        state[t][i][j] = affine_value(i, j, t % 89);
        transition[t][i][j] = affine_value(i, j, t % 83) * 2 / S;
      }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int step = 0; step < STEPS; step++)
    for (int t = 0; t < N; t++) {
      double next[S][S];
      for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) {
          next[i][j] = 0;
          for (int k = 0; k < S; k++)
            next[i][j] += state[t][i][k] * transition[t][k][j];
        }
      for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++)
          state[t][i][j] = next[i][j];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("state", &state[0][0][0], (size_t)N * S * S);
  return 0;
}
