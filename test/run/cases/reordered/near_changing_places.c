// PARALLEL: 0
// AGAIN: --tile=4
// Pointers of time steps that only look as if they changed places: under a condition, until something is found, in others'
// sight, or to what they did not have before.
#include <math.h>
#include <stdio.h>

enum { N = 61 };
typedef double row[N];
static row a[N], b[N], c[N];
static row *now, *next;

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

static void relax(row *to, row *from) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      to[i][j] = 0.2 * (from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i + 1][j] + from[i - 1][j]);
}

/* In some steps only. */
__attribute__((noinline)) static void sometimes(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    if (t % 3 != 1) {
      row *kept = x;
      x = y;
      y = kept;
    }
  }
  show("x", x, sizeof(row) * N);
}

/* Until little changes. */
__attribute__((noinline)) static void until_small(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    row *kept = x;
    x = y;
    y = kept;
    if (fabs(x[N / 2][N / 2] - y[N / 2][N / 2]) < 0.01)
      break;
  }
  show("x", x, sizeof(row) * N);
}

static void exchange(row **x, row **y) {
  row *kept = *x;
  *x = *y;
  *y = kept;
}

/* By their addresses. */
__attribute__((noinline)) static void by_address(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    exchange(&x, &y);
  }
  show("x", x, sizeof(row) * N);
}

static void relax_now(void) { relax(next, now); }

/* A function called looks at the variables. */
__attribute__((noinline)) static void of_file(int steps) {
  for (int t = 0; t < steps; t++) {
    relax_now();
    row *kept = now;
    now = next;
    next = kept;
  }
  show("now", now, sizeof(row) * N);
}

/* The first step begins with another grid. */
__attribute__((noinline)) static void from_third(row *x, row *y, row *first, int steps) {
  row *from = first;
  for (int t = 0; t < steps; t++) {
    relax(y, from);
    from = y;
    y = x;
    x = from;
  }
  show("x", x, sizeof(row) * N);
}

/* One of them also moves along its grid. */
__attribute__((noinline)) static void along(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < N - 1; j++)
      y[1][j] = 0.5 * (x[0][j] + x[1][j - 1]) + t;
    row *kept = x;
    x = y;
    y = kept + 1;
  }
  show("x", x, sizeof(row));
}

/* The number of steps shrinks. */
__attribute__((noinline)) static void fewer(row *x, row *y, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(y, x);
    row *kept = x;
    x = y;
    y = kept;
    steps--;
  }
  show("x", x, sizeof(row) * N);
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = c[i][j] = (i * 31 + j * 17) % 101 / 8.0;
  for (int steps = 0; steps < 20; steps += 1 + steps / 5) {
    sometimes(a, b, steps);
    until_small(a, b, steps);
    by_address(a, b, steps);
    now = a;
    next = b;
    of_file(steps);
    from_third(a, b, c, steps);
    along(a, b, steps);
    fewer(a, b, steps);
  }
  return 0;
}
