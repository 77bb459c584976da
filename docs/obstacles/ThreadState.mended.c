// Prints numbers with the process's locale.
#include <locale.h>
#include <stdio.h>

enum { VALUES = 200000 };
static double value[VALUES];

int main(void) {
  setlocale(LC_ALL, "C");
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = i * 0.5 + 1 / (i + 1.0);
  printf("%f\n", value[VALUES - 1]);
}
