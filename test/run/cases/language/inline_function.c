/* An inline function with external linkage's body changes cnt. */
#include <stdio.h>
static unsigned y[5000];
static int cnt;
inline void bump(void) { cnt++; }
extern void bump(void);
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
