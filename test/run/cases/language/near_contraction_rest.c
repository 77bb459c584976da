/* FLAGS: -O3 -mfma -mavx2
   COMPILER: gcc
   PARALLEL: 0
   The compiler fuses products in a vector loop, and rounds those of the iterations behind it. In parts, others would be
   behind. */
#include <stdio.h>

enum { N = 1003, M = 3 };
static float weight[N][M][M][M], slope[N][M];

int main(void) {
  unsigned seed = 7, hash = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    for (int k = 0; k < M; k++)
      slope[i][k] = (float)(seed >> (8 + k)) / (1 << 24);
    for (int k = 0; k < M * M * M; k++) {
      seed = seed * 1664525u + 1013904223u;
      (&weight[i][0][0][0])[k] = (float)(seed >> 8) / (1 << 24);
    }
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      for (int a = 0; a < M; a++)
        for (int b = 0; b < M; b++)
          weight[i][k][a][b] -= 0.1f * slope[i][k];
  for (size_t i = 0; i < sizeof weight; i++)
    hash = hash * 31 + ((const unsigned char *)weight)[i];
  printf("%u\n", hash);
  return 0;
}
