/* CONFLICTS: 4
 * Each iteration works on a block of its own, as is claimed, or on memory for all. Two anti and
 * two output conflicts in the second loop. Blocks of the first loop lie where others lay before. */
#include <stdlib.h>

static int out[100];

#ifdef CLAIMED
#define TAKE() malloc(64)
#else
static int all[16];
#define TAKE() all
#endif

static int sum(int *block, int i) {
  block[1] = i;
  block[0] = block[1] + 1;
  return block[0];
}

static int fresh(int i) {
  int *block = malloc(64), result = sum(block, i);
  free(block);
  return result;
}

static int same(int i) { return sum(TAKE(), i); }

int main(void) {
  for (int i = 0; i < 100; i++)
    out[i] = fresh(i);
  for (int i = 0; i < 100; i++)
    out[i] = same(i);
  return out[7] & 1;
}
