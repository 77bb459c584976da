/* What the programs of this benchmark share: the work, the shape of the task graph, and the
 * measuring.
 *
 * EPCC's measure: a construct is repeated around a piece of work of known length; the overhead of
 * the construct is the time of one repetition less the time of the work alone on one thread. Both
 * are measured in turn, SAMPLES times, and the lower quartile of the differences is printed, so
 * that moments at which other programs had the cores do not count. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  THREADS = 2,
  SAMPLES = 60,
  STAGES = 200,    /* barriers, or loops, in one parallel region */
  ITERATIONS = 64, /* of a loop, for each thread */
  COLUMNS = 11,
  WIDTH = 6,
  GRAPH = COLUMNS * WIDTH /* tasks */
};

/* EPCC's delay, about 0.1 us for DELAY; compiled once, for all programs. */
#define DELAY 60
void delay(int length);

static inline uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The graph: columns of six tasks, each after the one before it and a neighbour of that. Three
 * tasks of each column on each of two threads is its best schedule, so the work alone takes GRAPH /
 * 2 delays. */
static inline int neighbour_of(int task) {
  int column = task / WIDTH, place = task % WIDTH;
  return (column - 1) * WIDTH + (place + (column % 3 == 0 ? 3 : 1)) % WIDTH;
}

static inline double delay_ns(int times) {
  uint64_t begin = now_ns();
  for (int i = 0; i < times; i++)
    delay(DELAY);
  return (double)(now_ns() - begin) / times;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* `run` makes `repetitions` of the construct, each with `delays` delays on the longest way. */
static inline void measure(const char *name, void (*run)(int), int repetitions, int constructs,
                           double delays) {
  double overhead[SAMPLES];
  run(repetitions);
  for (int i = 0; i < SAMPLES; i++) {
    double reference = delay_ns(2000);
    uint64_t begin = now_ns();
    run(repetitions);
    double each = (double)(now_ns() - begin) / repetitions / constructs;
    overhead[i] = each - delays * reference;
  }
  qsort(overhead, SAMPLES, sizeof *overhead, by_value);
  printf("%s %.2f\n", name, overhead[SAMPLES / 4]);
}

#endif
