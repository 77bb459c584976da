// Squares what is odd, and prints which value came last.
#include <stdio.h>

enum { VALUES = 200000 };
static long value[VALUES];

static void reset(long *at) { *at = -1; }

int main(void) {
  long last;
  reset(&last);
  for (int i = 0; i < VALUES; i++) { // this loop
    value[i] = i * 7L % 1000;
    if (value[i] % 2 != 0)
      last = value[i] * value[i];
  }
  printf("%ld\n", last);
}
