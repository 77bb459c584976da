/* g.u=0xFFFFFFFF read back as g.s is taken as 4294967295. */
#include <stdio.h>
static unsigned y[5000];
union U {
  unsigned u;
  int s;
} g;
int main(int argc, char **argv) {
  g.u = 0xFFFFFFFFu;
  int k = g.s;
  for (int i = 1; i < 4000; i++)
    y[i + k] = i;
  for (int r = 0; r < 3000; r++)
    for (int i = 0; i < 30; i++)
      y[k + 6] = y[k + 6] * 3 + i;
  for (int r = 0; r < 3000; r++)
    for (int i = 0; i < 30; i++)
      y[5] = y[5] * 5 + i + 1;
  unsigned s = 0;
  for (int i = 0; i < 5000; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
