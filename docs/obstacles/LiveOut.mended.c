// Squares what is odd; the variable of the loop is known by its name alone.
#include <stdio.h>

enum { VALUES = 200000 };

static void reset(long *at) { *at = -1; }

int main(void) {
  long before;
  reset(&before);
  long last = before;
  for (int i = 0; i < VALUES; i++) { // this loop
    long value = i * 7L % 1000;
    if (value % 2 != 0)
      last = value * value;
  }
  printf("%ld\n", last);
}
