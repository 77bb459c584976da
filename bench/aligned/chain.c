/* Three stencils one after another, again and again: chain SIZE ROUNDS prints ns for one pass over
 * all three. With -DAPART all cores meet between two of them. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MOST 4000000

static double a[MOST + 2], b[MOST + 2], c[MOST + 2];
static int stop;

#ifdef APART
#define MEET                                                                                       \
  if (stop)                                                                                        \
  return
#else
#define MEET
#endif

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

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000, rounds = argc > 2 ? atoi(argv[2]) : 1000;
  stop = argc > 3;
  n = n < MOST ? n : MOST;
  for (int i = 0; i < MOST + 2; i++)
    a[i] = i % 1000;
  double start = now();
  for (int round = 0; round < rounds; round++)
    pass(n);
  printf("%.0f\n", (now() - start) / rounds);
  fprintf(stderr, "%.17g\n", a[n / 2]);
  return 0;
}
