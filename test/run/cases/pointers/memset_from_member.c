/* memset(&s->b,0,sizeof *s-offsetof(..,b)). */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
struct S {
  int a;
  int b;
  int c[16];
};
static struct S g;
static unsigned y[4000];
static void wr(struct S *s, int n) {
  for (int r = 0; r < n; r++)
    memset(&s->b, r, sizeof *s - offsetof(struct S, b));
}
static void rd(struct S *s) {
  for (int r = 0; r < 1000; r++)
    for (int i = 0; i < 1000; i++)
      y[i] = y[i] * 3 + (unsigned)s->c[r & 15];
}
int main(int argc, char **argv) {
  wr(&g, argc * 1000000 + 3);
  rd(&g);
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
