// Short loops that are unrolled in tasks: bounds that start late, `continue`, the counter behind
// the loop, and sums of which each is rounded.
// PARALLEL: 1
#include <stdio.h>
enum { N = 400 };
static float table[4][N];
static double out[N];

int main(void) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < N; j++)
      table[i][j] = 1.0F / (float)(1 + (i * 7919 + j * 104729) % 1009);
  for (int k = 0; k < N; k++) {
    float sums[4] = {0.1F, 0.2F, 0.3F, 0.4F};
    int counts[3] = {0};
    int i, last = 0;
    for (int j = 0; j < N; j++) {
      for (i = 1; i < 4; i++) {
        if ((j + i) % 3 == k % 3)
          continue;
        sums[i] += table[i][(j * 31 + k) % N];
      }
      last += i;
      for (i = 0; i < 3; i++)
        counts[i] += (j ^ k) % (i + 2) == 0;
    }
    out[k] = sums[0] + sums[1] * 3 - sums[2] / 7 + sums[3] + counts[0] + 2 * counts[1] +
             3 * counts[2] + last;
  }
  for (int k = 0; k < N; k++)
    printf("%a\n", out[k]);
  return 0;
}
