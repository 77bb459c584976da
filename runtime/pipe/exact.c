/* With KASURI_TOGETHER=1, ThreadSanitizer must see the same order in each run: that of the
 * segments.
 *
 * turn.c gives more. A lane that finds another one far in front also sees all that it has done
 * since, and each claim sees the claims before. Both hide accesses that no segment orders. So here
 * iterations are dealt out in turn, without a word that all lanes write: all workers have come.
 * Each iteration has a word of its own for each segment, which says that it has entered it or
 * omitted it, and is behind it now. Who waits for its turn reads the words of the iterations before
 * it, from the last one down to one that entered: that one has waited for those before.
 *
 * The words are in a ring. An iteration that reuses a row of it waits until the one that had the
 * row is complete. Words only grow, so one that belongs to a later iteration says the same and
 * more.
 *
 * When the loop has ended, some iterations are claimed by nobody. Who waits for one of these would
 * wait for ever, so all look at the end from time to time. This is for tests, and costs what it
 * costs.
 */
#include "exact.h"

#include "../os/os.h"

#include <errno.h>
#include <stdlib.h>

enum { ROWS = 4096, MOST_SLEEP_NS = 1000000 };

typedef struct ksi_exact {
  _Atomic uint32_t arrived;
  _Atomic uint32_t is_ready;
  uint32_t width; /* words of an iteration: one for each segment, and one for its end */
  _Atomic uint32_t *words;
} ksi_exact;

/* 2 * iteration + 1 if it was omitted, + 2 if it was entered: so that 0 is none. */
static uint32_t word_of(int64_t iteration, int is_entered) {
  return (uint32_t)(2 * iteration) + 1 + (is_entered != 0);
}

static _Atomic uint32_t *word_at(const ks_pipe *pipe, int64_t iteration, uint32_t segment) {
  const uint32_t index = segment < pipe->count ? segment : pipe->count;
  return &pipe->exact->words[(size_t)(iteration % ROWS) * pipe->exact->width + index];
}

static void wait_for_word(_Atomic uint32_t *word) {
  const int saved = errno;
  ksi_futex_wait(word, atomic_load_explicit(word, memory_order_relaxed), MOST_SLEEP_NS);
  errno = saved;
}

/* The caller of ks_pipe_open has not made it, because it does not know the team of the run. */
static ksi_exact *find_or_make(ks_pipe *pipe) {
  ksi_exact *found = atomic_load(&pipe->shared_exact), *made = calloc(1, sizeof *made);
  if (made == NULL)
    ksi_fail_pipe(pipe->layer, "out of memory");
  if (found == NULL && atomic_compare_exchange_strong(&pipe->shared_exact, &found, made))
    return made;
  free(made);
  return found;
}

static void make_words(const ks_pipe *pipe, ksi_exact *its) {
  its->width = pipe->count + 1;
  its->words = calloc((size_t)ROWS * its->width, sizeof *its->words);
  if (its->words == NULL)
    ksi_fail_pipe(pipe->layer, "out of memory");
}

void ksi_make_exact(ks_lane *lane) {
  ks_pipe *pipe = lane->pipe;
  ksi_exact *its = find_or_make(pipe);
  if (atomic_fetch_add(&its->arrived, 1) + 1 == lane->parts) {
    make_words(pipe, its);
    pipe->exact = its;
    atomic_store(&its->is_ready, 1);
    ksi_futex_wake(&its->is_ready);
  }
  while (!atomic_load(&its->is_ready))
    wait_for_word(&its->is_ready);
  lane->is_exact = 1;
}

void ksi_free_exact(ks_pipe *pipe) {
  if (pipe->exact != NULL)
    free((void *)pipe->exact->words);
  free(pipe->exact);
}

/* Whether the iteration is behind the segment. If it is, all that it did up to there is visible. */
static int wait_for(ks_lane *lane, int64_t iteration, uint32_t segment, int *was_entered) {
  _Atomic uint32_t *word = word_at(lane->pipe, iteration, segment);
  const uint32_t least = word_of(iteration, 0);
  for (;;) {
    const uint32_t seen = atomic_load_explicit(word, memory_order_acquire);
    if ((int32_t)(seen - least) >= 0 && seen != 0) {
      *was_entered = seen == word_of(iteration, 1);
      return 1;
    }
    if (ksi_is_behind_last(lane->pipe, lane->iteration))
      return 0;
    wait_for_word(word);
  }
}

/* All iterations below are complete, as this lane knows. */
static void raise_floor(ks_lane *lane, int64_t floor) {
  int was_entered;
  while (lane->floor < floor && wait_for(lane, lane->floor, UINT32_MAX, &was_entered))
    lane->floor++;
}

int64_t ksi_claim_exactly(ks_lane *lane) {
  lane->iteration = lane->iteration < 0 ? lane->number : lane->iteration + lane->parts;
  raise_floor(lane, lane->iteration - ROWS + 1);
  return lane->iteration;
}

void ksi_wait_exactly(ks_lane *lane, uint32_t count) {
  int was_entered = 0;
  if (count > lane->pipe->count)
    raise_floor(lane, lane->iteration);
  for (int64_t k = lane->iteration - 1; k >= lane->floor && !was_entered; k--)
    if (!wait_for(lane, k, count - 1, &was_entered))
      return;
}

void ksi_pass_exactly(ks_lane *lane, uint32_t count) {
  const uint32_t all = lane->pipe->count, end = count <= all ? count : all + 1;
  for (uint32_t segment = lane->passed; segment < end; segment++) {
    _Atomic uint32_t *word = word_at(lane->pipe, lane->iteration, segment);
    const int is_entered = segment < all && lane->inside == segment + 1;
    atomic_store_explicit(word, word_of(lane->iteration, is_entered), memory_order_release);
    ksi_futex_wake(word);
  }
}
