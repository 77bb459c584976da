/* SEQUENTIAL */
/* Bounds of the same look that the loop changes. */
#include <stdio.h>

static int a[4000], n = 4000, limit[2] = {4000, 4000};

int main(void) {
  int m = 1000;
  for (int i = 0; i < n / 2; i++) {
    a[i] += i;
    n -= a[i] & 1;
  }
  for (int i = 0; i < limit[i & 1] / 3; i++) {
    a[i] += i * 2;
    limit[i & 1] = 3000 - i;
  }
  for (int i = 0; i < (m < 500 ? m : 500); i++) {
    a[i] += i * 3;
    m = 600 - i;
  }
  for (int i = 0; i < (i < 10 ? 20 : 30); i++)
    a[i] += a[i + 1];
  unsigned h = (unsigned)(n + m);
  for (int i = 0; i < 4000; i++)
    h = h * 31u + (unsigned)a[i];
  printf("%u\n", h);
  return 0;
}
