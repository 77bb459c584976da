/* OPTIONS: --min-gain=0
 * PARALLEL: 1
 * Loops around each other count with variables of one name; what an iteration of both computes is expanded. */
#include <stdio.h>

enum { N = 120 };

static unsigned x[N], y[N], seen[N];

static unsigned mix(const unsigned *v, unsigned from) {
  for (int round = 0; round < 6; round++)
    for (int i = 0; i < N; i++)
      from = from * 31 + v[i];
  return from;
}

static unsigned twice(unsigned *to, unsigned from) {
  for (int i = 0; i < 3; i++) {
    for (int i = 0; i < 4; i++) {
      unsigned found = mix(x, from);
      seen[i] += found;
      *to = *to * 5 + (unsigned)i;
    }
  }
  return from;
}

int main(void) {
  unsigned to = 1;
  for (int i = 0; i < N; i++)
    x[i] = (unsigned)(i * 7 % 11);
  for (int step = 0; step < 3; step++)
    for (int step = 0; step < N; step++) {
      unsigned sum = 0;
      for (int i = 0; i < N; i++)
        sum = sum * 3 + x[i] * (unsigned)step;
      y[step] = y[step] * 3 + sum;
    }
  to ^= twice(&to, 7);
  for (int i = 0; i < N; i++)
    to = to * 31 + y[i] + seen[i];
  printf("%u\n", to);
  return 0;
}
