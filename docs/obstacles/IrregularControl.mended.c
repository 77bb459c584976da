// Interprets an instruction for each value, by a switch.
#include <stdio.h>

enum { VALUES = 200000 };
static int value[VALUES];

int main(void) {
  for (int i = 0; i < VALUES; i++) // this loop
    switch (i % 3) {
    case 0:
      value[i] = i + 100;
      break;
    case 1:
      value[i] = i % 1000 * (i % 1000);
      break;
    default:
      value[i] = -i;
    }
  printf("%d\n", value[VALUES - 1]);
}
