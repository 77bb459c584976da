/* PARALLEL: 1 */
/* What is compared and what is kept look alike, but are two values: no maximum, and so in order. */
#include <stdio.h>

static int term(int i) {
  return (i * 7919 ^ i << 3) & 1023;
}

int main(void) {
  int best = 0, low = 5000, i, v;
  for (i = 0; i < 3000; i++) {
    v = term(i);
    best = v++ > best ? v : best;
  }
  for (i = 0; i < 3000; i++) {
    v = term(i);
    low = v < low ? (v += 3, v) : low;
  }
  printf("%d %d\n", best, low);
  return 0;
}
