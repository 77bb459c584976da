/* PARALLEL: 1
   Vectors of which each belongs to one iteration, and elements that are only read. */
#include <stdio.h>

typedef int Four __attribute__((vector_size(16)));
typedef union {
  Four lanes;
  int each[4];
} Both;
static Four rows[40];
static Both both[40];
static int sums[160];

int main(void) {
  for (int i = 0; i < 40; i++) /* all elements of the iteration's own */
    for (int k = 0; k < 4; k++)
      rows[i][k] = i * k + 1;
  for (int i = 0; i < 40; i++) {
    Four v = {i, rows[i][3], 2, 3};
    v[1] += v[0];
    v *= rows[i];
    both[i].lanes = v;
  }
  for (int i = 0; i < 160; i++) /* the same memory as numbers */
    both[i / 4].each[i % 4] += i;
  for (int i = 0; i < 160; i++)
    sums[i] = rows[i / 4][i % 4] + both[i / 4].lanes[i % 4];
  unsigned hash = 0;
  for (int i = 0; i < 160; i++)
    hash = hash * 31 + (unsigned)sums[i];
  printf("%u\n", hash);
  return 0;
}
