// Squares what is odd, and prints which square came last.
#include <stdio.h>

enum { VALUES = 200000 };

static void reset(long *at) { *at = -1; }

int main(void) {
  long last;
  reset(&last);
  for (int i = 0; i < VALUES; i++) { // this loop
    long value = i * 7L % 1000;
    if (value % 2 != 0)
      last = value * value;
  }
  printf("%ld\n", last);
}
