/* PARALLEL: 1 OPTIONS: --assume=assertions
 * What looks like an assertion and is none, or what a handler may see: only the loop of main runs in
 * parallel. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define N 500
static double a[N], b[N];

static void check(int holds) {
  if (!holds) {
    fprintf(stderr, "does not hold\n");
    exit(1);
  }
}

static void own(void) {
  for (int i = 0; i < N; i++) {
    check(b[i] >= 0);
    a[i] = b[i];
  }
}

static void prints(void) {
  for (int i = 0; i < N; i++) {
    assert(b[i] >= 0);
    printf("%g%c", b[i], i % 20 ? ' ' : '\n');
  }
}

static void sentinel(const int *p) {
  for (int i = 0;; i++) {
    assert(i < N);
    if (p[i] == 0)
      break;
    a[i] = p[i];
  }
}

int main(void) {
  static int p[N] = {1, 2, 3};
  for (int i = 0; i < N; i++)
    b[i] = i;
  own();
  prints();
  sentinel(p);
  printf("%g\n", a[7]);
  fflush(stdout);
  b[N / 2] = -1;
  own();
  return 0;
}
