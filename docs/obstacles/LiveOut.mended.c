// Squares what is odd; the last such value is looked for behind the loop.
#include <stdio.h>

enum { VALUES = 200000 };
static long value[VALUES];

int main(void) {
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = i * 7L % 1000;
  long last = -1;
  for (int i = VALUES - 1; i >= 0 && last < 0; i--)
    if (value[i] % 2 != 0)
      last = value[i] * value[i];
  printf("%ld\n", last);
}
