// Adds up a series of floating-point numbers.
#include <stdio.h>

enum { TERMS = 200000 };
static double term[TERMS];

int main(void) {
  for (int i = 0; i < TERMS; i++)
    term[i] = 1.0 / (i + 1);
  double sum = 0;
  for (int i = 0; i < TERMS; i++) // this loop
    sum += term[i] * term[i] / (term[i] + 1);
  printf("%.17g\n", sum);
}
