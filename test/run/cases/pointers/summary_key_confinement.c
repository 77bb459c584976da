/* p[ix] and ((char*)p-64)[ix] have the same summary key. */
#include <stdio.h>
struct S {
  unsigned pre[16];
  unsigned arr[16];
};
static struct S g;
static unsigned y[400000];
static long ix[1000];
static void cal(unsigned *p, const long *ix, int n) {
  for (int r = 0; r < 20000; r++)
    for (int i = 0; i < n; i++) {
      p[ix[i]] += i;
      ((unsigned char *)p - 64)[ix[i + 10]] += i;
    }
}
static void rd(void) {
  for (int r = 0; r < 8; r++)
    for (int i = 0; i < 400000; i++)
      y[i] += g.pre[i & 15] * r;
}
int main(void) {
  for (int i = 0; i < 1000; i++)
    ix[i] = i % 16;
  cal(g.arr, ix, 30);
  rd();
  unsigned s = 0;
  for (int i = 0; i < 400000; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
