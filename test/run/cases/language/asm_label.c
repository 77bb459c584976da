/* PARALLEL: 1
 * y2 is x2 by its symbol: the two loops may not run at once. */
#include <stdio.h>
static unsigned x1[4000];
extern unsigned y1[4000] __asm__("x1");
extern unsigned x1g[4000];
unsigned x2[4000];
extern unsigned y2[4000] __asm__("x2");
int main(int argc, char **argv) {
  for (int r = 0; r < 200; r++)
    for (int i = 0; i < 3999; i++)
      x2[i] = x2[i] * 3 + i;
  for (int r = 0; r < 200; r++)
    for (int i = 1; i < 4000; i++)
      y2[i] = y2[i] * 5 + i + 1;
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x1[i] + x2[i];
  printf("%u\n", s);
  return 0;
}
