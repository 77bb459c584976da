// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 0
// A nest whose order decides what the compiler fuses beside it, in the loops of a function that it inlines there.
#include <stdio.h>
#include <string.h>

enum { IN = 3, OUT = 5, H = 29, W = 31, S = 3 };
static float image[IN][H][W], error[IN][H][W], result[OUT][H][W], weight[OUT][IN][S][S], slope[OUT][IN][S][S];

static void convolve(void) {
  for (int k = 0; k < OUT; k++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        float sum = 0;
        for (int c = 0; c < IN; c++)
          for (int dy = 0; dy < S; dy++)
            for (int dx = 0; dx < S; dx++) {
              int row = y + dy - 1, column = x + dx - 1;
              if (row < 0 || row >= H || column < 0 || column >= W)
                continue;
              sum += weight[k][c][dy][dx] * image[c][row][column];
            }
        result[k][y][x] = sum > 0 ? sum : 0.01f * sum;
      }
}

static void propagate(void) {
  memset(slope, 0, sizeof slope);
  memset(error, 0, sizeof error);
  for (int k = 0; k < OUT; k++)
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        for (int c = 0; c < IN; c++)
          for (int dy = 0; dy < S; dy++)
            for (int dx = 0; dx < S; dx++) {
              slope[k][c][dy][dx] += result[k][y][x] * image[c][y + dy - 1][x + dx - 1];
              error[c][y + dy - 1][x + dx - 1] += result[k][y][x] * weight[k][c][dy][dx];
            }
}

static unsigned hashed(const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ at[i]) * 16777619u;
  return hash;
}

static float next(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (float)(*seed >> 8) / (1 << 24) * 2 - 1;
}

int main(void) {
  unsigned seed = 7;
  for (int i = 0; i < IN * H * W; i++)
    image[i / (H * W)][i / W % H][i % W] = next(&seed);
  for (int i = 0; i < OUT * IN * S * S; i++)
    (&weight[0][0][0][0])[i] = next(&seed);
  for (int t = 0; t < 10; t++) {
    convolve();
    propagate();
    for (int k = 0; k < OUT; k++)
      for (int c = 0; c < IN; c++)
        for (int dy = 0; dy < S; dy++)
          for (int dx = 0; dx < S; dx++)
            weight[k][c][dy][dx] -= .0001f * slope[k][c][dy][dx];
    printf("%x %x %x %x\n", hashed(result, sizeof result), hashed(slope, sizeof slope), hashed(weight, sizeof weight),
           hashed(error, sizeof error));
  }
  return 0;
}
