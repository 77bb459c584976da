/* A pointer travels through a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* pointer arrays permuted by rotating bytes through a file */
static unsigned x1[4000], x2[4000];
static unsigned *p = x1, *q = x2;
static void f(unsigned *p) {
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < 3999; i++)
      p[i] = p[i] * 3 + i;
}
int main(int argc, char **argv) {
  FILE *t = tmpfile();
  fwrite(&q, sizeof q, 1, t);
  rewind(t);
  fread(&p, sizeof p, 1, t);
  f(p);
  for (int r = 0; r < 20; r++)
    for (int i = 1; i < 4000; i++)
      x2[i] = x2[i] * 5 + i + 1;
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x1[i] + x2[i];
  printf("%u\n", s);
  return 0;
}
