// Running totals: each one needs the one before.
#include <stdio.h>

enum { DAYS = 400000 };
static long sold[DAYS], total[DAYS];

int main(void) {
  for (int i = 0; i < DAYS; i++)
    sold[i] = i % 100;
  total[0] = sold[0];
  for (int i = 1; i < DAYS; i++) // this loop
    total[i] = total[i - 1] + sold[i];
  printf("%ld\n", total[DAYS - 1]);
}
