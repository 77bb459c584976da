// Scales by a factor that each thread of the program has for itself.
#include <stdio.h>

enum { VALUES = 200000 };
static double value[VALUES];
static _Thread_local double factor = 1;

int main(void) {
  factor = 0.25;
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = i * factor + 1 / (i + 1.0);
  printf("%f\n", value[VALUES - 1]);
}
