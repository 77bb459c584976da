/* Unprofitable layers run their sequential code.
 *
 * The plan relies on estimates, and a layer that takes less time than its dispatch makes a program
 * many times slower. So some runs of each layer are measured: the time of the run from start to
 * end, and the sum of the times of its tasks, which is what they would have taken one after the
 * other. Both belong to the same run, so it does not matter if runs have different amounts of work.
 * After three measurements in a row without a gain, ks_workers returns 1 for a number of calls.
 * That number is such that measuring costs about 1 % of them. It doubles each time, but never
 * covers more than a second. Then the layer is tried again.
 *
 * Tasks that slow each other down (one memory bus, one cache line) take longer in parallel, so
 * their sum is too large. So every fourth measurement covers two runs, and the second runs in order
 * on the caller alone. Because that is expensive for a long layer, the first such measurement is at
 * about the tenth run. A layer of less than EARLY_NS has one at the third run, too.
 *
 * As long as a layer is profitable, every run is measured at first, then every second, every
 * fourth, and finally every 64th. The tasks of a layer of more than LONG_NS are measured in
 * processor time of their threads. This excludes the time of other programs (the length of the run
 * includes it).
 *
 * The thread that has the team writes the record. Any thread may decrement ks_skip; a lost
 * decrement does no harm.
 */
#include "measure.h"

enum { MOST_BAD = 3, RAREST = 64, IN_ORDER_EACH = 4, MOST_FAILED = 12 };

static const uint64_t long_ns = 50000, early_ns = 10000000;
static const uint64_t max_skip_ns = 1000000000, max_skip = 1 << 30, min_skip = 16;

int ksi_is_passed_over(ks_measured *record) {
  ks_uint32 left = __atomic_load_n(&record->ks_skip, __ATOMIC_RELAXED);
  if (left == 0)
    return 0;
  __atomic_store_n(&record->ks_skip, left - 1, __ATOMIC_RELAXED);
  return 1;
}

ksi_way ksi_choose_way(ks_measured *record) {
  if (record->ks_rest > 0) {
    record->ks_rest--;
    return KSI_UNMEASURED;
  }
  if (record->ks_is_second)
    return KSI_IN_ORDER;
  return record->ks_run_ns > long_ns ? KSI_BY_THREAD_CLOCK : KSI_BY_WALL_CLOCK;
}

static uint64_t at_most(uint64_t value, uint64_t most) { return value < most ? value : most; }

static uint64_t calls_to_skip(const ks_measured *record, uint64_t order_ns) {
  uint64_t order = order_ns > 0 ? order_ns : 1, least = order / 16 + 1;
  uint64_t loss = record->ks_loss_ns > least ? record->ks_loss_ns : least;
  uint64_t skip = at_most(100 * MOST_BAD * loss / order, max_skip) << record->ks_failed;
  skip = at_most(skip, max_skip_ns / order);
  return skip > min_skip ? at_most(skip, max_skip) : min_skip;
}

static void note_gain(ks_measured *record) {
  record->ks_good++;
  record->ks_bad = 0;
  record->ks_failed -= record->ks_failed > 0;
  record->ks_every = record->ks_every < RAREST ? record->ks_every * 2 + 1 : RAREST;
  record->ks_rest = record->ks_every;
}

static void note_loss(ks_measured *record, uint64_t order_ns) {
  uint64_t loss = record->ks_run_ns > order_ns ? record->ks_run_ns - order_ns : 0;
  record->ks_loss_ns = record->ks_bad == 0 ? loss : at_most(loss, record->ks_loss_ns);
  if (++record->ks_bad < MOST_BAD)
    return;
  __atomic_store_n(&record->ks_skip, (ks_uint32)calls_to_skip(record, order_ns), __ATOMIC_RELAXED);
  record->ks_bad = record->ks_every = 0;
  record->ks_failed += record->ks_failed < MOST_FAILED;
}

static void judge(ks_measured *record, uint64_t order_ns) {
  record->ks_is_second = 0;
  if (record->ks_run_ns + record->ks_run_ns / 20 < order_ns)
    note_gain(record);
  else
    note_loss(record, order_ns);
}

/* Whether the next run is in order, to be compared with this one. */
static int is_order_due(const ks_measured *record) {
  const int is_early = record->ks_good == 1 && record->ks_run_ns < early_ns;
  return is_early || record->ks_good % IN_ORDER_EACH == IN_ORDER_EACH - 1;
}

void ksi_note_parallel_run(ks_measured *record, uint64_t run_ns, uint64_t tasks_ns) {
  int is_promising = run_ns + run_ns / 20 < tasks_ns;
  record->ks_run_ns = run_ns;
  if (is_promising && is_order_due(record))
    record->ks_is_second = 1;
  else
    judge(record, tasks_ns);
}

void ksi_note_run_in_order(ks_measured *record, uint64_t run_ns) { judge(record, run_ns); }
