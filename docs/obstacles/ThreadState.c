// Prints numbers with this thread's own locale.
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>

enum { VALUES = 200000 };
static double value[VALUES];

int main(void) {
  uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = i * 0.5 + 1 / (i + 1.0);
  printf("%f\n", value[VALUES - 1]);
}
