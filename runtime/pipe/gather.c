/* How many iterations a lane runs at a time.
 *
 * Ordered data move from core to core in each iteration of a pipeline. That costs some tenths of a
 * microsecond for each segment, which is most of the gain where an iteration takes a few
 * microseconds: lines, records, packets. So a lane claims a batch of iterations there (batch.c),
 * and ordered data move once for each batch.
 *
 * A lane begins with one. The time of each batch, without waits for other lanes, gives that of an
 * iteration. The next batch should take BATCH_NS. It should not take more than a share of the time
 * that the pipeline has run, so that short loops are still divided among all lanes. A batch has at
 * most twice as many iterations as the one before, because the first ones may be exceptional. Each
 * strand has its own private memory, and all of it must stay in a cache. Iterations that take
 * longer than half of BATCH_NS run one at a time; for them, two reads of a clock are nothing.
 *
 * In a batch, an iteration that blocks in a read holds back the output of those before it. If the
 * other side waits for that output before it sends more, both wait for ever. So what is open must
 * not wait for anybody (ksi_may_await_input). This is looked at when a lane first wants more than
 * one iteration, so that short pipelines do not pay for it.
 *
 * What watches threads or lanes must see one iteration at a time, and sanitizers do not know the
 * stacks of strands.
 */
#include "gather.h"

#include "../record/clock.h"
#include "batch.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

enum {
  BATCH_NS = 64000,
  SHARE = 16,                  /* a batch may take one part in this number of the time so far */
  LEAST_NS = 100000,           /* of a pipeline, before any batch: to know the length of a tick */
  MOST_PRIVATE_BYTES = 1 << 19 /* of all strands of a lane */
};

extern void __asan_init(void) __attribute__((weak));
extern void __hwasan_init(void) __attribute__((weak));
extern void __msan_init(void) __attribute__((weak));
extern void __safestack_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int wanted_count; /* 0: as many as are profitable */

static void prepare(void) {
  wanted_count = ksi_read_gather();
  ksi_choose_clock();
}

static int is_sanitized(void) {
  return __asan_init != NULL || __hwasan_init != NULL || __msan_init != NULL ||
         __safestack_init != NULL || __tsan_init != NULL;
}

KSI_PUBLIC void ks_pipe_gather(ks_pipe *pipe, int standard_input) {
  pthread_once(&once, prepare);
  if (wanted_count == 1 || is_sanitized())
    return;
  pipe->may_gather = 1;
  pipe->gathering.forced = (uint32_t)wanted_count;
  pipe->gathering.standard_input = standard_input;
  pipe->gathering.open_ticks = ksi_ticks();
  pipe->gathering.open_ns = ksi_now_ns();
}

void ksi_let_gather(ks_lane *lane) {
  const ks_pipe *pipe = lane->pipe;
  if (!pipe->may_gather || lane->parts < 2 || lane->team == NULL || lane->outer != NULL ||
      lane->is_watched || lane->is_exact)
    return;
  const int saved = errno;
  lane->strands = calloc(1, sizeof *lane->strands);
  errno = saved;
  if (lane->strands == NULL)
    return;
  lane->strands->head = lane;
  lane->strands->made = 1;
}

static int find_out(const ksi_gathering *its) {
  const int saved = errno;
  const int is_allowed =
      ksi_can_make_fibers() && (its->forced != 0 || !ksi_may_await_input(its->standard_input));
  errno = saved;
  return is_allowed ? 1 : -1;
}

static int is_allowed(ksi_gathering *its) {
  int known = atomic_load_explicit(&its->is_allowed, memory_order_relaxed);
  if (known == 0) {
    known = find_out(its);
    atomic_store_explicit(&its->is_allowed, known, memory_order_relaxed);
  }
  return known > 0;
}

/* What the row has requested until now, in its first iteration and before. */
static size_t scratch_bytes(const ks_lane *lane) {
  const ksi_scratched *noted = &ksi_last_scratched;
  const int is_own =
      noted->team == lane->team && noted->base == lane->team->base && noted->row == ksi_current.row;
  return is_own ? noted->bytes : 0;
}

static uint64_t smaller(uint64_t one, uint64_t other) { return one < other ? one : other; }

/* So many strands may have private memory. */
static uint64_t most_by_memory(const ksi_strands *its) {
  const size_t bytes = its->scratch_bytes + its->frame_bytes;
  return bytes == 0 ? KSI_MOST_GATHERED : MOST_PRIVATE_BYTES / bytes;
}

/* How long the next batch may take; 0: this is not known yet. */
static uint64_t time_of_batch(ksi_strands *its, const ksi_gathering *gathering, uint64_t now) {
  const uint64_t since = now > gathering->open_ticks ? now - gathering->open_ticks : 0;
  if (its->most_ticks == 0) {
    const uint64_t since_ns = ksi_now_ns() - gathering->open_ns;
    if (since_ns < LEAST_NS)
      return 0;
    its->most_ticks = since * BATCH_NS / since_ns;
  }
  return smaller(its->most_ticks, since / SHARE);
}

/* By the last batch, which took so long. */
static uint32_t choose_count(ks_lane *lane, uint64_t now, uint64_t busy_ticks) {
  ksi_strands *its = lane->strands;
  const uint64_t ticks = time_of_batch(its, &lane->pipe->gathering, now);
  uint64_t count = ticks * its->last_count / (busy_ticks > 0 ? busy_ticks : 1);
  if (its->is_off || its->last_count == 0 || count < 2)
    return 1;
  count = smaller(smaller(count, 2 * its->last_count), KSI_MOST_GATHERED);
  count = smaller(count, most_by_memory(its));
  if (count < 2)
    return 1;
  its->is_off = !is_allowed(&lane->pipe->gathering);
  return its->is_off ? 1 : ksi_make_strands(its, (uint32_t)count);
}

static uint32_t count_by_time(ks_lane *lane) {
  ksi_strands *its = lane->strands;
  const uint64_t now = ksi_ticks(), since = now - its->begin_ticks;
  const uint64_t busy_ticks = since > its->waited_ticks ? since - its->waited_ticks : 0;
  if (its->last_count != 0 && its->made == 1)
    its->scratch_bytes = scratch_bytes(lane);
  const uint32_t count = choose_count(lane, now, busy_ticks);
  its->begin_ticks = now;
  its->waited_ticks = 0;
  return its->last_count = count;
}

uint32_t ksi_count_to_claim(ks_lane *lane) {
  ksi_gathering *gathering = &lane->pipe->gathering;
  if (gathering->forced == 0)
    return count_by_time(lane);
  return is_allowed(gathering) ? ksi_make_strands(lane->strands, gathering->forced) : 1;
}

uint64_t ksi_begin_wait(void) { return ksi_ticks(); }

void ksi_end_wait(ks_lane *lane, uint64_t begin_ticks) {
  lane->strands->waited_ticks += ksi_ticks() - begin_ticks;
}
