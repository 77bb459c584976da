/* PARALLEL: 1
 * What only the last of many elements point to is reached through the table. */
#include <stdio.h>
static unsigned x1[4000], x2[4000];
static unsigned *const tab[5000] = {[0 ... 4096] = x1, [4097 ... 4999] = x2};
static void f(int k) {
  unsigned *p = tab[k];
  for (int r = 0; r < 2000; r++)
    for (int i = 0; i < 3999; i++)
      p[i] = p[i] * 3 + i;
}
int main(int argc, char **argv) {
  f(4200 + argc);
  for (int r = 0; r < 2000; r++)
    for (int i = 1; i < 4000; i++)
      x2[i] = x2[i] * 5 + i + 1;
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x1[i] + x2[i];
  printf("%u\n", s);
  return 0;
}
