/* Each loop here has a reason to stay as it is. */
#include <stdio.h>
static int m[64];
static void shift(int *to, const int *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i] + 1; }
int main(void) {
  m[0] = 3;
  shift(m + 1, m, 60);
  shift(m, m + 1, 60);
  shift(m, m, 60);
  long s = 0;
  for (int i = 0; i < 64; i++) s = s * 3 % 10007 + m[i];
  printf("%ld\n", s);
  return 0;
}
