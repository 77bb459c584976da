// Interprets an instruction for each value, by a table of labels.
#include <stdio.h>

enum { VALUES = 200000 };
static int value[VALUES];

int main(void) {
  for (int i = 0; i < VALUES; i++) { // this loop
    static void *const next[] = {&&add, &&square, &&negate};
    goto *next[i % 3];
  add:
    value[i] = i + 100;
    continue;
  square:
    value[i] = i % 1000 * (i % 1000);
    continue;
  negate:
    value[i] = -i;
  }
  printf("%d\n", value[VALUES - 1]);
}
