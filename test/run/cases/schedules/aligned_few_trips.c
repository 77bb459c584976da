/* PARALLEL: 1 */
/* Few iterations: cut into few parts, each waits for its neighbours alone; into many, a halo spans several of them. */
#include <stdio.h>

static unsigned a[64], b[40], c[31];

static unsigned long_(unsigned x, int n) {
  for (int k = 0; k < n * 200; k++)
    x = x * 17u + 3u;
  return x;
}
static void chain(unsigned x) {
  for (int i = 0; i < 31; i++)
    b[i] = long_(a[2 * i] + x, i % 4);
  for (int i = 0; i < 31; i++)
    c[i] = long_(b[i] + b[i + 3] * 3u, 3 - i % 4);
}

int main(void) {
  unsigned s = 0;
  for (unsigned i = 0; i < 64; i++)
    a[i] = i * i;
  for (unsigned x = 0; x < 20; x++) {
    chain(x);
    for (int i = 0; i < 31; i++)
      s = s * 31u + c[i] + b[i];
  }
  printf("%u\n", s);
  return 0;
}
