/* Loops one after another, again and again: chain SIZE ROUNDS prints ns for one pass over all of
 * them. LOOPS is 2, 3 or 5. With -DHEAP the arrays come from malloc. With -DAPART all cores meet
 * between two loops: a layer for each, the plain doall. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MOST 4000000

#ifdef HEAP
static double *a, *b, *c, *d, *e;
#else
static double a[MOST + 2], b[MOST + 2], c[MOST + 2], d[MOST + 2], e[MOST + 2];
#endif
static int stop;

#ifdef APART
#define MEET                                                                                       \
  if (stop)                                                                                        \
  return
#else
#define MEET
#endif

#if LOOPS == 2
static void pass(int n) {
  for (int i = 1; i <= n; i++)
    b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) * 0.25;
  MEET;
  for (int i = 1; i <= n; i++)
    a[i] = (b[i - 1] + 2 * b[i] + b[i + 1]) * 0.25;
}
#elif LOOPS == 3
static void pass(int n) {
  for (int i = 1; i <= n; i++)
    b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) * 0.25;
  MEET;
  for (int i = 1; i <= n; i++)
    c[i] = (b[i - 1] + 2 * b[i] + b[i + 1]) * 0.25;
  MEET;
  for (int i = 1; i <= n; i++)
    a[i] = c[i] * 0.5 + b[i] * 0.5;
}
#else
static void pass(int n) {
  for (int i = 1; i <= n; i++)
    b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) * 0.25;
  MEET;
  for (int i = 1; i <= n; i++)
    c[i] = (b[i - 1] + 2 * b[i] + b[i + 1]) * 0.25;
  MEET;
  for (int i = 1; i <= n; i++)
    d[i] = (c[i - 1] + 2 * c[i] + c[i + 1]) * 0.25;
  MEET;
  for (int i = 1; i <= n; i++)
    e[i] = d[i - 1] - d[i + 1];
  MEET;
  for (int i = 1; i <= n; i++)
    a[i] = b[i] - 0.01 * e[i];
}
#endif

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000, rounds = argc > 2 ? atoi(argv[2]) : 1000;
  stop = argc > 3;
  n = n < MOST ? n : MOST;
#ifdef HEAP
  a = malloc((MOST + 2) * sizeof *a);
  b = calloc(MOST + 2, sizeof *b);
  c = calloc(MOST + 2, sizeof *c);
  d = calloc(MOST + 2, sizeof *d);
  e = calloc(MOST + 2, sizeof *e);
  if (!a || !b || !c || !d || !e)
    return 1;
#endif
  for (int i = 0; i < MOST + 2; i++)
    a[i] = i % 1000;
  pass(n); /* the system finds the pages */
  double start = now();
  for (int round = 0; round < rounds; round++)
    pass(n);
  printf("%.0f\n", (now() - start) / rounds);
  fprintf(stderr, "%.17g\n", a[n / 2]);
  return 0;
}
