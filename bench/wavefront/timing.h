/* The time of a kernel, for bench/wavefront.py. */
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void tell(double begin) { fprintf(stderr, "%.6f\n", now() - begin); }
