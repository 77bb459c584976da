/* A pointer travels through text. */
#include <stdio.h>
static unsigned x1[4000], x2[4000];
static unsigned *p = x1, *q = x2;
static void f(unsigned *p) {
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < 3999; i++)
      p[i] = p[i] * 3 + i;
}
int main(int argc, char **argv) {
  char b[40];
  void *v;
  sprintf(b, "%p", (void *)q);
  sscanf(b, "%p", &v);
  p = v;
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
