// PARALLEL: 0
// Two loops of one iteration work on the same row of a table. That rows of different iterations are apart, as a test
// shows, does not make the loops independent.
#include <stdio.h>

static int m[8][16];
static int *rows[6] = {m[0], m[1], m[2], m[3], m[4], m[5]};

int main(void) {
  unsigned f = 5, g[16] = {0};
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 16; k++)
      rows[i][k] = i * 31 + k * 7;
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 7; k++) {
      unsigned w = (unsigned)rows[i][k] + (unsigned)rows[i][15 - k] * 3u + 2u;
      for (int j = 0; j < k % 4 * 900; j++)
        w = w * 17u + 3u;
      rows[i][k] = (int)w;
    }
    for (int k = 0; k < 6; k++) {
      unsigned w = (unsigned)rows[i][k + 1] + (unsigned)rows[i][k] + 1u;
      for (int j = 0; j < k % 4 * 900; j++)
        w = w * 17u + 3u;
      rows[i][k] = (int)w;
    }
    f = f * 3u + (unsigned)i;
    g[f & 15u] ^= f;
  }
  unsigned sum = f + g[3];
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 16; k++)
      sum = sum * 31u + (unsigned)rows[i][k];
  printf("%u\n", sum);
  return 0;
}
