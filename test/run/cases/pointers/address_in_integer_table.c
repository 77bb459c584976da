/* PARALLEL: 1
 * An address as an element of a table of integers. */
#include <stdio.h>
static unsigned x1[4000], x2[4000];
static struct {
  unsigned b : 3;
} s;
static long t[] = {1, (long)&x2[0]};
int main(void) {
  s.b = 9;
  int k = s.b;
  unsigned *p = (unsigned *)t[k];
  for (int r = 0; r < 300; r++)
    for (int i = 0; i < 3999; i++)
      p[i] = p[i] * 3 + i;
  for (int r = 0; r < 300; r++)
    for (int i = 1; i < 4000; i++)
      x2[i] = x2[i] * 5 + i;
  for (int r = 0; r < 300; r++)
    for (int i = 1; i < 4000; i++)
      x1[i] = x1[i] * 5 + i;
  unsigned u = 0;
  for (int i = 0; i < 4000; i++)
    u = u * 31 + x1[i] + x2[i];
  printf("%u\n", u);
  return 0;
}
