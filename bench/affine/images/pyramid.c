/* An image pyramid of each frame: every level is the one below, smoothed, with half the width and height. */
#include "../affine.h"

#ifndef N
#define N 2048
#endif
#define LEVELS 5
#define FRAMES 12

static float level[LEVELS][N][N], half[N][N];

static void fill(void) {
  for (int l = 0; l < LEVELS; l++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        level[l][i][j] = l == 0 ? (float)affine_value(i, j, 1) : 0;
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int l = 1; l < LEVELS; l++) {
      int height = N >> (l - 1), width = N >> l;
      for (int i = 0; i < height; i++) {
        half[i][0] = level[l - 1][i][0];
        half[i][width - 1] = level[l - 1][i][2 * width - 2];
        for (int j = 1; j < width - 1; j++)
          half[i][j] = (level[l - 1][i][2 * j - 2] + 4 * level[l - 1][i][2 * j - 1] + 6 * level[l - 1][i][2 * j] +
                        4 * level[l - 1][i][2 * j + 1] + level[l - 1][i][2 * j + 2]) /
                       16;
      }
      height = N >> l;
      for (int j = 0; j < width; j++) {
        level[l][0][j] = half[0][j];
        level[l][height - 1][j] = half[2 * height - 2][j];
        for (int i = 1; i < height - 1; i++)
          level[l][i][j] = (half[2 * i - 2][j] + 4 * half[2 * i - 1][j] + 6 * half[2 * i][j] + 4 * half[2 * i + 1][j] +
                            half[2 * i + 2][j]) /
                           16;
      }
    }
    level[0][frame][frame] += level[LEVELS - 1][1][1];
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  uint64_t hash = 0;
  for (int l = 0; l < LEVELS; l++)
    for (int i = 0; i < (N >> l); i++)
      hash = affine_hash(hash, level[l][i], (N >> l) * sizeof(float));
  affine_print("levels", hash, level[1][0][0], level[1][9][9], level[LEVELS - 1][1][1]);
  return 0;
}
