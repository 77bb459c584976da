/* Each statement here has a reason to stay where it is, or to see the variable itself. */
#include <stdio.h>
static _Thread_local int base = 3;
static int out[40], other[40];
static void fill(int *a, int k) {
  for (int i = 0; i < 40; i++)
    a[i] = i * k % 13;
}
int main(void) {
  int x = 1, *p = &x, a[40], b[40];
  base = 11;
  for (int i = 0; i < 40; i++)
    a[i] = base + i;
  if (a[3] > 2) {
    *p = 5;
    fill(b, x);
  }
  fill(out, 3);
  fill(other, base);
  for (int i = 0; i < 40; i++) {
    int y = i, *q = &y;
    *q += 2;
    a[i] += y * x;
  }
  long s = 0;
  for (int i = 0; i < 40; i++)
    s = (s * 3 + a[i] + 5 * b[i] + out[i] + 7 * other[i]) % 100003;
  printf("%ld %d\n", s, x);
  return 0;
}
