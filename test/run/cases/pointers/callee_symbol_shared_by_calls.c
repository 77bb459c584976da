/* put(tab,n-1,0) / put(tab,n-2,10000): t[k] is looked up under the callee's own symbol k for both
 * calls. */
#include <stddef.h>
#include <stdio.h>
static unsigned data[40000];
static unsigned *tab[8];
static void put(unsigned **t, size_t k, int m) {
  unsigned *q = t[k];
  for (int r = 0; r < 50; r++)
    for (int i = 0; i < 10000; i++)
      q[m + i] = q[m + i] * 3 + 1 + m;
}
int main(int argc, char **argv) {
  size_t n = argc + 4ul;
  for (int i = 0; i < 8; i++)
    tab[i] = data + 20000 - i * 10000 * (i == 3);
  tab[3] = data + 10000;
  put(tab, n - 1, 0);
  put(tab, n - 2, 10000);
  unsigned s = 0;
  for (int i = 0; i < 40000; i++)
    s = s * 31 + data[i];
  printf("%u\n", s);
  return 0;
}
