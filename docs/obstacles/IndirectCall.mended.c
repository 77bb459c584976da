// Applies a filter that the caller chooses among those of the program.
#include <stdio.h>
#include <string.h>

enum { VALUES = 100000 };
typedef double Filter(double);

static double halve(double x) { return x / 2; }
static double square(double x) { return x * x; }

static double value[VALUES];

int main(int count, char **words) {
  Filter *filter = count > 1 && strcmp(words[1], "square") == 0 ? square : halve;
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = filter(i);
  printf("%f\n", value[VALUES - 1]);
}
