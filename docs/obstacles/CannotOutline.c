// Fills an array by a rule whose type only this function knows.
#include <stdio.h>

enum { VALUES = 200000 };
static int value[VALUES];

int main(void) {
  struct rule {
    int factor, offset;
  } rule = {3, 4};
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = i % 1000 * rule.factor + rule.offset;
  printf("%d\n", value[VALUES - 1]);
}
