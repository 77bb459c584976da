/* A weak function is called by name, and writes a static object. */
#include <stdio.h>
static unsigned y[5000];
static int cnt;
__attribute__((weak)) void bump(void) { cnt++; }
int main(void) {
  cnt = 0;
  bump();
  int k = cnt;
  for (int q = 0; q < 4000; q++)
    y[q + k] = y[q] * 3 + q;
  unsigned t = 0;
  for (int i = 0; i < 5000; i++)
    t = t * 31 + y[i];
  printf("%u %d\n", t, k);
  return 0;
}
