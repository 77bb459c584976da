/* unsigned i compared with a long bound beyond 2^32 wraps to 0; the r loop becomes doall. */
#include <stdio.h>
static unsigned a[100];
static void f1(long bound) {
  for (int r = 0; r < 300; r++)
    for (unsigned i = 0xFFFFFFF0u; i < bound; i++) {
      if (i < 50)
        for (int q = 0; q < 500; q++)
          a[i] = a[i] * 3 + r;
      if (i == 49)
        break;
    }
}
static void f2(void) {
  for (int r = 0; r < 300; r++)
    for (int i = 0; i < 50; i++)
      a[i] = a[i] * 5 + i;
}
int main(void) {
  f1(0x1FFFFFFFFL);
  f2();
  unsigned s = 0;
  for (int i = 0; i < 100; i++)
    s = s * 31 + a[i];
  printf("%u\n", s);
  return 0;
}
