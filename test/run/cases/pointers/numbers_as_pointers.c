/* PARALLEL: 1
   Numbers that travel as pointers, in a program that never makes a number of an address. */
#include <stdint.h>
#include <stdio.h>

static void *tags[90];
static int values[90];

int main(void) {
  for (int i = 0; i < 90; i++)
    tags[i] = (void *)(intptr_t)(i * 3 % 17);
  for (int i = 0; i < 90; i++)
    values[i] = tags[i] == (void *)4 ? -i : i;
  int hash = 0;
  for (int i = 0; i < 90; i++)
    hash = (hash * 31 + values[i] + 100) % 1000003;
  printf("%d\n", hash);
  return 0;
}
