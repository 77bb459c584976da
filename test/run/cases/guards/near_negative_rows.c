/* Rows that lie before one another: with a negative length the last one is not the one with the greatest address. */
#include <stdio.h>

enum { N = 400 };
static int all[N + 400], other[N + 400];

static void set(int *to, int w, int h, int value) {
  for (int y = 0; y < h; y++)
    to[y * w] = to[y * w] * 3 + value;
}

/* Each call begins one row behind the one before, and goes back over the rows of others. */
static void back(int *from, int w, int h, int step) {
  for (int i = 0; i < 30; i++)
    set(from + i * step, w, h, i);
}

int main(void) {
  long sum = 0;
  back(all + 300, -10, 25, 10);
  back(other + 350, -10, 35, 10);
  for (int i = 0; i < N + 400; i++)
    sum = (sum * 31 + all[i] + 7 * other[i]) % 1000003;
  printf("%ld\n", sum);
  return 0;
}
