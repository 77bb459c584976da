/* How fast each core is: three small kernels, each the best of many short runs.
 *
 * The best, because a disturbed run says nothing about the core; short, so that some are not
 * disturbed. The core works for a while before, so that its clock has gone up. The kernels are a
 * chain of integer operations, one of floating-point operations, and a walk over data in the first
 * cache. Cores differ in each by another factor. The geometric mean of the three is what a
 * scheduler that knows nothing about the program should expect.
 */
#include "machine.h"

#include "../../os/os.h"

#include <math.h>

enum { KERNELS = 3, RUNS = 25, WORDS = 2048 };

static const uint64_t warm_up_ns = 20000000, run_ns = 500000;

static uint32_t data[WORDS];

static void count_up(long turns) {
  uint32_t x = 1;
  for (long i = 0; i < turns; i++) {
    x = x * 1664525u + 1013904223u;
    __asm__ volatile("" : "+r"(x));
  }
}

static void add_up(long turns) {
  volatile double seed = 1e-9;
  double x = 0, step = seed;
  for (long i = 0; i < turns; i++) {
    x = x * 0.999 + step;
    __asm__ volatile("" : : : "memory");
  }
  seed = x;
}

static void walk(long turns) {
  uint32_t x = 0;
  for (long i = 0; i < turns; i++) {
    x += data[(uint32_t)(i * 17) % WORDS];
    __asm__ volatile("" : "+r"(x));
  }
}

static void (*const kernels[KERNELS])(long) = {count_up, add_up, walk};

static uint64_t time_of(void (*kernel)(long), long turns) {
  uint64_t begin = ksi_now_ns();
  kernel(turns);
  return ksi_now_ns() - begin;
}

static void warm_up(void) {
  uint64_t begin = ksi_now_ns();
  while (ksi_now_ns() - begin < warm_up_ns)
    count_up(1000);
}

/* The number of iterations with which a run takes about run_ns. */
static long find_turns(void (*kernel)(long)) {
  long turns = 1000;
  while (turns < 1000000000 && time_of(kernel, turns) < run_ns)
    turns *= 2;
  return turns;
}

static double best_ns(void (*kernel)(long), long turns) {
  double best = INFINITY;
  for (int run = 0; run < RUNS; run++)
    best = fmin(best, (double)time_of(kernel, turns));
  return best;
}

/* Whether the core could be used. */
static int time_core(int number, const long *turns, double *times) {
  ksi_coreset own = {{0}};
  ksi_add_core(&own, number);
  if (ksi_set_affinity(&own) != 0)
    return 0;
  warm_up();
  for (int k = 0; k < KERNELS; k++)
    times[k] = best_ns(kernels[k], turns[k]);
  return 1;
}

static void set_speeds(machine *of, double (*times)[KERNELS]) {
  double least[KERNELS], most = 0;
  for (int k = 0; k < KERNELS; k++)
    least[k] = INFINITY;
  for (int i = 0; i < of->usable_count; i++)
    for (int k = 0; k < KERNELS; k++)
      least[k] = fmin(least[k], times[i][k]);
  for (int i = 0; i < of->usable_count; i++) {
    core *one = &of->cores[of->usable[i]];
    one->relative_speed = 1;
    for (int k = 0; k < KERNELS; k++)
      one->relative_speed *= pow(least[k] / times[i][k], 1.0 / KERNELS);
    most = fmax(most, one->relative_speed);
  }
  for (int i = 0; i < of->usable_count; i++)
    of->cores[of->usable[i]].relative_speed /= most;
}

/* Cores that were not measured get the speed of their cluster. */
static void fill_in(machine *of) {
  for (int i = 0; i < of->core_count; i++) {
    core *one = &of->cores[i];
    if (one->state != CORE_NOT_ALLOWED)
      continue;
    one->relative_speed = 0;
    for (int k = 0; k < of->usable_count; k++)
      if (of->cores[of->usable[k]].cluster == one->cluster)
        one->relative_speed = of->cores[of->usable[k]].relative_speed;
  }
}

void measure_speeds(machine *of) {
  static double times[KSI_MOST_CORES][KERNELS];
  long turns[KERNELS];
  ksi_coreset before;
  if (ksi_get_affinity(&before) != 0)
    return;
  for (int i = 0; i < WORDS; i++)
    data[i] = (uint32_t)i;
  warm_up();
  for (int k = 0; k < KERNELS; k++)
    turns[k] = find_turns(kernels[k]);
  int is_done = of->usable_count > 0;
  for (int i = 0; i < of->usable_count && is_done; i++) {
    is_done = time_core(of->cores[of->usable[i]].number, turns, times[i]);
    if (!is_done)
      add_note(of, "cannot pin a thread to core %d; speeds are estimated",
               of->cores[of->usable[i]].number);
  }
  ksi_set_affinity(&before);
  if (!is_done)
    return;
  set_speeds(of, times);
  fill_in(of);
  of->speed_origin = MEASURED;
}
