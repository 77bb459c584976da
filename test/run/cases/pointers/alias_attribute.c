/* PARALLEL: 1
 * y1 is x1 by another name: the two loops may not run at once. */
#include <stdio.h>
static unsigned xx[4000];
unsigned x1[4000];
extern unsigned y1[4000] __attribute__((alias("x1")));
int main(int argc, char **argv) {
  for (int r = 0; r < 2000; r++)
    for (int i = 0; i < 3999; i++)
      x1[i] = x1[i] * 3 + i;
  for (int r = 0; r < 2000; r++)
    for (int i = 1; i < 4000; i++)
      y1[i] = y1[i] * 5 + i + 1;
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x1[i] + xx[i];
  printf("%u\n", s);
  return 0;
}
