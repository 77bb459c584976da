/* private 'x' while parameter p holds &x from before the loop. */
#include <stdio.h>
int out[100];
static int rd(const int *p) { return *p + 1; }
static void f(int *p, int n) {
  int x = 0;
  p = &x;
  for (int i = 0; i < n; i++) {
    x = i;
    out[i] = rd(p);
  }
}
int main(void) {
  int z = 0;
  f(&z, 100);
  unsigned s = 0;
  for (int i = 0; i < 100; i++)
    s = s * 31 + out[i];
  printf("%u\n", s);
  return 0;
}
