/* Fixed time and fixed work.
 *
 * FTQ counts the quanta of work until the clock shows the next multiple of the interval. A sample
 * that ends late because the thread was away is followed by a shorter one. So the samples stay on
 * the grid that the Fourier transform needs. FWQ does a fixed number of quanta and notes the time.
 * It reads the clock once for each sample: time lost between two samples counts in the second, and
 * nothing is lost.
 *
 * The work must take the same time whenever nothing disturbs it. So it may not access memory
 * (except daxpy, which is meant to), and it must survive optimization. The empty assembly
 * statements tell the compiler that the counter is read and changed there: it stays in its
 * register, and each increment stays in its place, at every level of optimization.
 *
 * Each kind has its own loops, made by one macro, so that no decision is made while measuring.
 */
#include "work.h"

#include "../../record/clock.h"

const char *const work_names[WORK_KINDS] = {"count", "single", "asm", "daxpy"};
const char *const work_texts[WORK_KINDS] = {
    "32 increments and 31 decrements of a register", "one increment of a register",
    "64 turns of a loop of increment, compare, branch and no-operation, in assembly",
    "one vector update y += a * x"};

/* GCC and Clang keep these in order and apart. */
#define KEEP(variable) __asm__ volatile("" : "+r"(variable))
#define STEP(by)                                                                                   \
  count += (by);                                                                                   \
  KEEP(count);
#define STEPS_7(by) STEP(by) STEP(by) STEP(by) STEP(by) STEP(by) STEP(by) STEP(by)
#define STEPS_31(by) STEPS_7(by) STEPS_7(by) STEPS_7(by) STEPS_7(by) STEP(by) STEP(by) STEP(by)

#define DO_COUNT STEP(1) STEPS_31(1) STEPS_31(-1)
#define DO_SINGLE STEP(1)
#define DO_ASM turn(64);
#define DO_DAXPY update(of->x, of->y, of->vector);

static inline __attribute__((always_inline)) void turn(long turns) {
  long left = -turns;
#if defined(__x86_64__)
  __asm__ volatile("1: inc %0\n nop\n nop\n cmp $0, %0\n js 1b" : "+r"(left) : : "cc");
#elif defined(__aarch64__)
  __asm__ volatile("1: add %0, %0, #1\n nop\n nop\n cmp %0, #0\n b.mi 1b" : "+r"(left) : : "cc");
#elif defined(__arm__)
  __asm__ volatile("1: add %0, %0, #1\n nop\n nop\n cmp %0, #0\n bmi 1b" : "+r"(left) : : "cc");
#else
  for (; left < 0; left++)
    KEEP(left);
#endif
}

static inline __attribute__((always_inline)) void update(const double *x, double *y, size_t count) {
  const double a = 1e-9;
  for (size_t i = 0; i < count; i++)
    y[i] += a * x[i];
  __asm__ volatile("" : : "r"(y) : "memory");
}

#define LOOPS(kind, QUANTUM)                                                                       \
  static void ftq_##kind(const workload *of, series *into) {                                       \
    const uint64_t interval = UINT64_C(1) << of->bits;                                             \
    uint64_t end = (ksi_ticks() + interval) & ~(interval - 1);                                     \
    long count = 0;                                                                                \
    for (size_t i = 0; i < into->count; i++) {                                                     \
      uint64_t quanta = 0, now;                                                                    \
      for (; (now = ksi_ticks()) < end; quanta++) {                                                \
        QUANTUM                                                                                    \
      }                                                                                            \
      into->ticks[i] = now;                                                                        \
      into->work[i] = quanta;                                                                      \
      end = (now + interval) & ~(interval - 1);                                                    \
    }                                                                                              \
    (void)of, (void)count;                                                                         \
  }                                                                                                \
  static void fwq_##kind(const workload *of, series *into) {                                       \
    const uint64_t quanta = UINT64_C(1) << of->bits;                                               \
    uint64_t last = ksi_ticks();                                                                   \
    long count = 0;                                                                                \
    into->begin_ticks = last;                                                                      \
    for (size_t i = 0; i < into->count; i++) {                                                     \
      for (uint64_t left = quanta; left > 0; left--) {                                             \
        QUANTUM                                                                                    \
      }                                                                                            \
      uint64_t now = ksi_ticks();                                                                  \
      into->ticks[i] = now - last;                                                                 \
      last = now;                                                                                  \
    }                                                                                              \
    (void)count;                                                                                   \
  }

LOOPS(count, DO_COUNT)
LOOPS(single, DO_SINGLE)
LOOPS(asm, DO_ASM)
LOOPS(daxpy, DO_DAXPY)

typedef void loop(const workload *, series *);

/* The first samples of a thread pay for cold caches and page tables; they are done twice. */
static void run_warm(loop *run, const workload *of, series *into) {
  series few = *into;
  few.count = few.count < 4 ? few.count : 4;
  run(of, &few);
  run(of, into);
}

void run_ftq(const workload *of, series *into) {
  static loop *const loops[WORK_KINDS] = {ftq_count, ftq_single, ftq_asm, ftq_daxpy};
  into->interval = UINT64_C(1) << of->bits;
  run_warm(loops[of->kind], of, into);
}

static loop *const fixed_work[WORK_KINDS] = {fwq_count, fwq_single, fwq_asm, fwq_daxpy};

void run_fwq(const workload *of, series *into) { run_warm(fixed_work[of->kind], of, into); }

void run_detours(const workload *of, series *into) {
  const size_t most = into->count;
  const uint64_t first = ksi_ticks(), threshold = of->threshold, length = into->length_ticks;
  uint64_t last = first;
  into->count = 0;
  while (last - first < length && into->count < most) {
    uint64_t now = ksi_ticks();
    if (now - last > threshold) {
      into->ticks[into->count] = last;
      into->work[into->count++] = now - last;
    }
    last = now;
  }
  into->begin_ticks = first;
  into->length_ticks = last - first;
}

const char *choose_clock(void) {
  static const char *const names[] = {"system clock", "time-stamp counter", "generic timer"};
  return names[ksi_choose_clock()];
}

double measure_tick_ns(void) {
  const uint64_t ns = 20000000;
  uint64_t begin_ns = ksi_now_ns(), begin = ksi_ticks(), end_ns;
  while ((end_ns = ksi_now_ns()) - begin_ns < ns)
    ksi_relax();
  uint64_t ticks = ksi_ticks() - begin;
  return ticks > 0 ? (double)(end_ns - begin_ns) / (double)ticks : 1;
}

uint64_t clock_step(void) {
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 10000; i++) {
    uint64_t begin = ksi_ticks(), step = ksi_ticks() - begin;
    if (step > 0 && step < least)
      least = step;
  }
  return least != UINT64_MAX ? least : 1;
}

static int nearest_bits(double sample_ns_of_one, double wanted_ns) {
  int bits = LEAST_BITS;
  while (bits < MOST_BITS && sample_ns_of_one * (double)(UINT64_C(1) << bits) * 1.414 < wanted_ns)
    bits++;
  return bits;
}

int bits_for_interval(double tick_ns, double wanted_ns) { return nearest_bits(tick_ns, wanted_ns); }

int bits_for_work(const workload *of, double tick_ns, double wanted_ns) {
  workload probe = *of;
  uint64_t ticks[16], least = UINT64_MAX;
  series few = {.mode = NOISE_FWQ, .count = 16, .ticks = ticks};
  for (probe.bits = LEAST_BITS; probe.bits < MOST_BITS; probe.bits++) {
    fixed_work[of->kind](&probe, &few);
    least = UINT64_MAX;
    for (size_t i = 0; i < few.count; i++)
      least = ticks[i] < least ? ticks[i] : least;
    if ((double)least * tick_ns > wanted_ns / 50)
      break;
  }
  double quantum_ns = (double)least * tick_ns / (double)(UINT64_C(1) << probe.bits);
  return nearest_bits(quantum_ns, wanted_ns);
}
