/* SEQUENTIAL */
/* Tests of a sum that changes otherwise than with the counter, or that may wrap around. */
#include <stdio.h>

static int a[3000], b[3000];

static void growing(int *p, int n, int width) {
  for (int i = 0; i + width <= n; i++) {
    p[i] += 1;
    width += p[i] & 1;
  }
}

static void stored(int *p, int n, int *width) {
  for (int i = 0; i + *width <= n; i++)
    p[i] += *width += i & 1;
}

static void looked_up(int *p, int n, const int *width) {
  for (int i = 0; i + width[i] <= n; i++)
    p[i] += 2;
}

static int calls;
static int next(void) { return calls++ & 3; }

static void with_effects(int *p, int n) {
  for (int i = 0; i + next() <= n; i++)
    p[i] += 3;
}

/* The sum of unsigned numbers is small where it wraps around. */
static void wrapping(int *p, unsigned n, unsigned before) {
  for (unsigned i = 2; i + before < n; i++)
    p[i] += 4;
}

int main(void) {
  int width = 5;
  growing(a, 2000, 10);
  stored(a, 2000, &width);
  looked_up(a, 2000, b);
  with_effects(a, 2000);
  wrapping(a, 2000, (unsigned)-2);
  wrapping(a, 2000, 7);
  unsigned h = (unsigned)(width + calls);
  for (int i = 0; i < 3000; i++)
    h = h * 31u + (unsigned)a[i];
  printf("%u\n", h);
  return 0;
}
