/* Counting and timing the loops of a sequential program (include/kasuri/loops.h).
 *
 * Entries and iterations are counted, all of them. Times are taken of some executions, because
 * reading the clock twice costs as much as a short loop takes. The first executions are timed.
 * From then on the distance to the next timed one is random, and such that timing costs 0.2 % of
 * the loop's time in the mean. A timed execution counts for all since the timed one before. The
 * random distance does not follow any pattern of the program, so the sum is an unbiased estimate of
 * the time of all executions. What it adds to the loops around it has the same weight.
 *
 * An execution during which the system runs something else takes much longer, and would count for
 * many. So of a time per iteration that is far above the usual one, the rest counts once.
 *
 * A thread takes a block of counters when it enters its first loop, and gives it back when it ends;
 * the next thread counts on in it. A block is written by one thread at a time, without atomic
 * operations. At the end of the program the blocks are added up while other threads may still run.
 *
 * In a child of fork all begins anew: its profile has what it has done itself.
 */
#include "loops.h"

#include "../record/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
  FIRST_TIMED = 16,      /* executions of each loop */
  TIMER_SHARE = 500,     /* one in this number of ticks may be the timer's */
  MOST_PERIOD = 1 << 14, /* executions in the mean: twice as many fit in the upper part of a word */
  USUAL_FACTOR = 16,     /* a time per iteration up to this number of usual ones is possible */
  MOST_AROUND = 64,      /* loops that a time is added to */
  CALIBRATIONS = 63,     /* timed executions, */
  CALIBRATION_PERIOD = 32 /* of so many each */
};

__thread ks_loop_block *ks_loops_here __attribute__((tls_model("initial-exec"))) = ks_no_loops;
ksi_loop_times ksi_times;

static _Atomic(ks_loop_block *) all_blocks;
static pthread_mutex_t attaching = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t at_thread_end;

/* When everything in front of it has been executed, the sums of a loop included: processors read
 * the clock early otherwise. */
static uint64_t ticks_in_order(void) {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
  return ksi_ticks();
}

static int64_t executions_left(const ks_loop *loop) {
  return -(loop->ks_word >> KS_EXECUTION_BITS);
}

static uint64_t iterations_in_word(const ks_loop *loop) {
  return (uint64_t)loop->ks_word & (uint64_t)(KS_SPECIAL - 1);
}

/* Since the last timed one began, with that. */
static int64_t executions_since(const ks_loop *loop) {
  return loop->ks_period - executions_left(loop);
}

uint64_t ksi_entries_of(const ks_loop *loop) {
  return loop->ks_entries + (uint64_t)executions_since(loop) + loop->ks_nested;
}

uint64_t ksi_iterations_of(const ks_loop *loop) {
  return loop->ks_iterations + iterations_in_word(loop);
}

/* The next execution is timed. */
static void clear_loops(ks_loop_block *block) {
  memset(ksi_loops_of(block), 0, ks_counted_loops.ks_count * sizeof(ks_loop));
}

static size_t block_bytes(void) {
  return sizeof(ks_loop_block) + ks_counted_loops.ks_count * sizeof(ks_loop);
}

ks_loop *ksi_loops_of(ks_loop_block *block) { return (ks_loop *)(void *)(block + 1); }

ks_loop_block *ksi_first_block(void) {
  return atomic_load_explicit(&all_blocks, memory_order_acquire);
}

static void release(void *block) {
  ks_loop_block *its = block;
  ks_loops_here = ks_no_loops;
  its->ks_current = NULL;
  __atomic_store_n(&its->ks_is_used, 0, __ATOMIC_RELEASE);
}

/* In a child of fork, where another thread may have held the lock. */
static void forget(void) {
  pthread_mutex_init(&attaching, NULL);
  for (ks_loop_block *block = ksi_first_block(); block != NULL; block = block->ks_next) {
    clear_loops(block);
    block->ks_is_used = block == ks_loops_here;
    block->ks_current = NULL;
  }
  ksi_times.begin_ticks = ksi_ticks();
  ksi_times.begin_ns = ksi_now_ns();
  ksi_times.is_child = 1;
}

static void begin_all(void) {
  if (ksi_times.begin_ns != 0)
    return;
  ksi_times.clock = ksi_choose_clock();
  ksi_times.begin_ticks = ksi_ticks();
  ksi_times.begin_ns = ksi_now_ns();
  pthread_key_create(&at_thread_end, release);
  pthread_atfork(NULL, NULL, forget);
}

/* One that no thread uses, or a new one. Without memory threads share the first, and may lose
 * counts. */
static ks_loop_block *take_block(void) {
  for (ks_loop_block *block = ksi_first_block(); block != NULL; block = block->ks_next)
    if (__atomic_load_n(&block->ks_is_used, __ATOMIC_ACQUIRE) == 0)
      return block;
  ks_loop_block *block =
      ksi_first_block() == NULL ? ks_counted_loops.ks_first : ksi_get_memory(block_bytes());
  if (block == NULL)
    return ks_counted_loops.ks_first;
  clear_loops(block);
  block->ks_random = 0x9E3779B97F4A7C15u;
  block->ks_next = ksi_first_block();
  atomic_store_explicit(&all_blocks, block, memory_order_release);
  return block;
}

/* Uniform from 1 to 2 * mean - 1. */
static int64_t random_period(ks_loop_block *block, int64_t mean) {
  block->ks_random ^= block->ks_random << 13;
  block->ks_random ^= block->ks_random >> 7;
  block->ks_random ^= block->ks_random << 17;
  return 1 + (int64_t)(block->ks_random % (uint64_t)(2 * mean - 1));
}

static int64_t mean_period(const ks_loop *loop) {
  if (loop->ks_timed < FIRST_TIMED)
    return 1;
  /* With the walk over the loops around it, timing costs some readings. */
  const double cost = 4 * (double)ksi_times.reading_ticks * TIMER_SHARE;
  const double mean = 1 + cost / (loop->ks_usual + 1);
  return mean < MOST_PERIOD ? (int64_t)mean : MOST_PERIOD;
}

/* The code that ends the measurement is seldom used. It is fetched before the clock starts. */
static void warm_up(void) {
  static __thread ks_loop unused;
  ks_end_timed(&unused, ksi_ticks(), 0, NULL);
}

ks_uint64 ks_begin_timed(ks_loop_block *block, ks_loop *loop) {
  const int64_t since = executions_since(loop);
  loop->ks_weight = since > 0 ? since : 1;
  loop->ks_entries += (ks_uint64)since;
  loop->ks_iterations += iterations_in_word(loop);
  loop->ks_period = random_period(block, mean_period(loop));
  loop->ks_word = -loop->ks_period * KS_EXECUTION;
  loop->ks_before = loop->ks_iterations;
  warm_up();
  loop->ks_start = ticks_in_order();
  return loop->ks_start;
}

static int compare(const void *a, const void *b) {
  const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
  return (first > second) - (first < second);
}

/* What the timer measures of an execution that does nothing: the median of some that come as
 * unexpectedly as those of the program do, because the processor does not foresee them. */
static void calibrate(ks_loop_block *block) {
  ks_loop loop = {.ks_timed = FIRST_TIMED};
  uint64_t seen[CALIBRATIONS];
  for (int count = 0; count < CALIBRATIONS;) {
    uint64_t start = 0;
    if (random_period(block, CALIBRATION_PERIOD) == 1)
      start = ks_begin_timed(block, &loop);
    __asm__ volatile("" ::: "memory");
    if (start != 0)
      seen[count++] = ticks_in_order() - start;
  }
  qsort(seen, CALIBRATIONS, sizeof seen[0], compare);
  ksi_times.reading_ticks = seen[CALIBRATIONS / 2];
}

ks_loop_block *ks_attach_loops(void) {
  pthread_mutex_lock(&attaching);
  const int is_first = ksi_times.begin_ns == 0;
  begin_all();
  ks_loop_block *block = take_block();
  block->ks_is_used = 1;
  if (is_first)
    calibrate(block);
  pthread_mutex_unlock(&attaching);
  ks_loops_here = block;
  pthread_setspecific(at_thread_end, block);
  return block;
}

__attribute__((constructor(101))) static void begin_program(void) {
  if (&ks_counted_loops != NULL)
    ks_attach_loops();
}

static int is_parallel(const ks_loop *loop) {
  for (ks_loop_block *block = ksi_first_block(); block != NULL; block = block->ks_next) {
    const ks_loop *first = ksi_loops_of(block);
    if (loop >= first && loop < first + ks_counted_loops.ks_count)
      return ks_counted_loops.ks_places[loop - first].ks_reason == NULL;
  }
  return 0;
}

/* The time belongs to a parallel loop around it, or, if there is none and it is one itself, counts
 * as parallel time of those around it. */
static void add_parallel(ks_loop *loop, ks_loop *around, double ticks) {
  int count = 0;
  if (around == NULL)
    return;
  for (ks_loop *up = around; up != NULL && up != loop && count < MOST_AROUND;
       up = up->ks_around, count++)
    if (is_parallel(up)) {
      loop->ks_inside_ticks += ticks;
      return;
    }
  if (!is_parallel(loop))
    return;
  for (ks_loop *up = around; up != NULL && up != loop && count > 0; up = up->ks_around, count--)
    up->ks_parallel_ticks += ticks;
}

/* For all executions that this one counts for. Updates what is usual. */
static double weigh(ks_loop *loop, double ticks, uint64_t iterations) {
  const double count = (double)iterations + 1, weight = (double)loop->ks_weight;
  const double limit = USUAL_FACTOR * loop->ks_usual_rate * count;
  const int is_usual = loop->ks_timed < FIRST_TIMED || ticks <= limit;
  const double usual = is_usual ? ticks : limit;
  const double share = loop->ks_timed < 8 ? 1 / (double)(loop->ks_timed + 1) : 0.125;
  loop->ks_usual += (usual - loop->ks_usual) * share;
  loop->ks_usual_rate += (usual / count - loop->ks_usual_rate) * share;
  return usual * weight + (ticks - usual);
}

void ks_end_timed(ks_loop *loop, ks_uint64 start, ks_uint64 iterations, ks_loop *around) {
  const uint64_t begin = start > ksi_times.begin_ticks ? start : ksi_times.begin_ticks;
  const uint64_t now = ticks_in_order(), elapsed = now > begin ? now - begin : 0;
  const uint64_t cost = ksi_times.reading_ticks;
  const double ticks = weigh(loop, elapsed > cost ? (double)(elapsed - cost) : 0, iterations);
  loop->ks_start = 0;
  loop->ks_timed++;
  loop->ks_weights += (ks_uint64)loop->ks_weight;
  loop->ks_ticks += ticks;
  if (around != NULL)
    around->ks_inner_ticks += ticks;
  add_parallel(loop, around, ticks);
}

ks_loop *ks_begin_special(ks_uint32 id) {
  ks_loop_block *block = ks_loops_here == ks_no_loops ? ks_attach_loops() : ks_loops_here;
  ks_loop *loop = ksi_loops_of(block) + id;
  if (loop->ks_word < 0) /* this block has counted it before */
    return loop;
  ks_begin_timed(block, loop);
  loop->ks_word |= KS_SPECIAL;
  return loop;
}

/* Its execution is counted already, its iterations are in the word. */
void ks_end_special(ks_loop *loop, ks_uint64 iterations) {
  const uint64_t below = (uint64_t)loop->ks_word & (uint64_t)(KS_EXECUTION - 1);
  const uint64_t start = loop->ks_start;
  loop->ks_word -= (int64_t)below;
  loop->ks_iterations += below & (uint64_t)(KS_SPECIAL - 1);
  if (start != 0)
    ks_end_timed(loop, start, iterations, ks_loops_here->ks_current);
}

/* The loops that still run have run until now. */
static void end_open_loops(void) {
  for (ks_loop_block *block = ksi_first_block(); block != NULL; block = block->ks_next) {
    int count = 0;
    for (ks_loop *each = block->ks_current; each != NULL && count < MOST_AROUND;
         each = each->ks_around, count++)
      if (each->ks_start != 0)
        ks_end_timed(each, each->ks_start, each->ks_iterations - each->ks_before, each->ks_around);
  }
}

__attribute__((destructor(101))) static void end_program(void) {
  if (ksi_first_block() == NULL)
    return;
  end_open_loops();
  ksi_write_loops();
}
