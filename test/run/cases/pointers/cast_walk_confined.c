/* p=(unsigned*)((char*)p+4) walks from s.a into s.b, which soundness.md allows after a cast. */
#include <stdio.h>
struct {
  unsigned a[400];
  unsigned b[400];
} s;
static unsigned y[400000];
static void wr(void) {
  unsigned *p = s.a;
  for (int i = 0; i < 800; i++) {
    for (int r = 0; r < 50; r++)
      *p = *p * 3 + i;
    p = (unsigned *)((char *)p + 4);
  }
}
static void rd(void) {
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < 400; i++)
      y[i] = y[i] * 3 + s.b[i];
}
int main(void) {
  wr();
  rd();
  unsigned t = 0;
  for (int i = 0; i < 4000; i++)
    t = t * 31 + y[i];
  printf("%u\n", t);
  return 0;
}
