// FLAGS: -O2 -mfma
// Where products are taken away, the fused instruction negates a factor or the other term: as numbers of the sum's type,
// not as the integers that they are in the source.
#include <stdio.h>
#include <string.h>

enum { ROWS = 300, COLUMNS = 40 };

static double sums[ROWS], rests[ROWS], signs[ROWS], table[COLUMNS][ROWS];

static void take(unsigned long first) {
  for (int i = 0; i < ROWS; i++)
    for (unsigned long j = first; j < COLUMNS; j++)
      sums[i] -= j * 0.3;
}

static void leave(unsigned first) {
  for (int i = 0; i < ROWS; i++)
    for (unsigned j = first; j < COLUMNS; j++)
      rests[i] = rests[i] * 0.9 - j;
}

/* A product that is 0 leaves the sign of -0.0. */
static void keep(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < 3; j++)
      signs[i] -= j * table[j][i];
}

static unsigned long hash(const double *from) {
  unsigned long h = 0;
  for (int i = 0; i < ROWS; i++) {
    unsigned long bits;
    memcpy(&bits, &from[i], sizeof bits);
    h = h * 31 + (bits ^ bits >> 32);
  }
  return h;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < ROWS; i++) {
    sums[i] = i * 0.1;
    rests[i] = i * 0.7;
    signs[i] = -0.0;
    for (int j = 0; j < COLUMNS; j++)
      table[j][i] = j > 0 ? 0.0 : i;
  }
  take((unsigned long)argc);
  leave((unsigned)argc);
  keep();
  printf("%lu %lu %lu\n", hash(sums), hash(rests), hash(signs));
}
