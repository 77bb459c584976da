// Fills an array by a rule whose type the file knows.
#include <stdio.h>

enum { VALUES = 200000 };
static int value[VALUES];

struct rule {
  int factor, offset;
};

int main(void) {
  struct rule rule = {3, 4};
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = i % 1000 * rule.factor + rule.offset;
  printf("%d\n", value[VALUES - 1]);
}
