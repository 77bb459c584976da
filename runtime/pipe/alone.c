/* A pipeline that does not pay goes on with one lane.
 *
 *     all lanes         |measured|                          |measured|
 *     one lane alone              |measured|...rest........|
 *
 * A layer that does not pay runs its original code the next time (team/measure.c). The loop of a
 * pipeline often is the whole program and runs once, so this is decided while it runs. Where
 * another program takes a core, or ordered segments are most of the work, lanes mostly wait for
 * each other, and one alone may be faster: what the others would have to wait for is in its cache.
 * The results are the same, because any lane may run any iteration.
 *
 * Two figures of a window of iterations are compared: how long it took, and the processor time of
 * all lanes without waits, which is about what one lane would have taken. If that shows little
 * gain, one lane runs the next window alone, which is the true comparison. If it is faster, it goes
 * on for a while before all lanes are measured again. Each of these times doubles as long as the
 * answer stays the same. A pipeline that seems to pay is compared, too, but rarely, because lanes
 * that slow each other down look as if they did more work.
 *
 * The lanes that may not claim wait until the era changes. Meanwhile they have no iteration, so
 * nobody waits for them, and they help with layers (help.c). The lane that is alone ends its era
 * when it has been measured or has rested. The era also ends with the loop: when an iteration ends
 * it, because that one may be about to end the program, and wait for all lanes; and when a lane
 * quits, because one that has not seen the end may have begun an era since.
 * test/runtime/alone.pml is the model.
 *
 * Nothing is judged where lanes are to run as planned: with KASURI_ADAPT=0, in recorded runs, at
 * levels of a clock, and in pipelines inside iterations. A pipeline that begins on a busy machine
 * begins with one lane.
 */
#include "alone.h"

#include "../team/process_team.h"

#include <errno.h>

/* Lanes note their work and look at the clock about so often. */
static const uint64_t looked_each_ns = 20000;

enum { LEAST_ITERATIONS = 4 }; /* of a window, for each lane that runs */

static const uint64_t window_ns = 6000000, least_pause_ns = 16000000, most_pause_ns = 512000000;
static const uint64_t rarely = 128; /* a comparison may take one part in this number */

void ksi_init_alone(ksi_alone *its) { *its = (ksi_alone){.rest_ns = least_pause_ns}; }

/* KASURI_ALONE, if that is a number of iterations; 0: eras are as long as is profitable. */
static int forced_length(const ks_lane *lane) {
  const int length = lane->team->root->alone;
  return length > 0 ? length : 0;
}

static int is_alone(uint32_t era) { return era % 2 == 1; }

static int64_t next_of(const ks_pipe *pipe) {
  return atomic_load_explicit(&pipe->next, memory_order_relaxed);
}

/* What runs from now on is measured when the iterations of the time before are complete. */
static void change_era(ks_lane *lane, uint32_t era) {
  ksi_alone *its = &lane->pipe->alone;
  its->begin_ns = 0;
  its->from = next_of(lane->pipe) + (is_alone(era) ? 2 * (int64_t)lane->parts : 1);
  atomic_store_explicit(&its->look_ns, 0, memory_order_relaxed);
  atomic_store_explicit(&its->by, lane->number, memory_order_relaxed);
  ksi_raise_from(&its->era, era);
}

static uint64_t doubled(uint64_t pause_ns) {
  return 2 * pause_ns < most_pause_ns ? 2 * pause_ns : most_pause_ns;
}

static void rest(ksi_alone *its, uint64_t now) {
  its->is_resting = its->is_back = 1;
  its->pause_ns = 0;
  atomic_store_explicit(&its->look_ns, now + its->rest_ns, memory_order_relaxed);
  its->rest_ns = doubled(its->rest_ns);
}

static int is_busy(const ksi_team *team) {
  return !ksi_is_group(team) &&
         atomic_load_explicit(&team->load.allowed, memory_order_relaxed) == 1;
}

static int begin_look(ksi_alone *its) {
  return !atomic_exchange_explicit(&its->is_looked_at, 1, memory_order_acquire);
}

static void end_look(ksi_alone *its) {
  atomic_store_explicit(&its->is_looked_at, 0, memory_order_release);
}

/* On a busy machine, the first lane that joins begins alone. */
static void begin(ks_lane *lane) {
  ksi_alone *its = &lane->pipe->alone;
  if (!begin_look(its))
    return;
  if (!its->has_begun && forced_length(lane) == 0 && is_busy(lane->team)) {
    change_era(lane, 0);
    rest(its, ksi_now_ns());
  }
  its->has_begun = 1;
  end_look(its);
}

void ksi_let_judge(ks_lane *lane) {
  if (lane->team == NULL || lane->parts < 2 || lane->outer != NULL || lane->is_exact ||
      lane->is_watched || !ksi_may_judge(lane->team))
    return;
  lane->is_judged = 1;
  lane->idle_ns = ksi_thread_ns();
  begin(lane);
}

/* Whether other programs need the cores: only the thread with the team may look. */
static void watch_machine(const ks_lane *lane) {
  ksi_team *team = lane->team;
  if (!ksi_is_group(team) && team->placement == NULL && ksi_current.worker == 0)
    ksi_allowed_workers(team);
}

static uint64_t worked_by_all(const ks_pipe *pipe) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < pipe->lanes; i++)
    sum += atomic_load_explicit(&pipe->lane[i].worked_ns, memory_order_relaxed);
  return sum;
}

static void begin_window(ks_lane *lane, uint64_t now) {
  ksi_alone *its = &lane->pipe->alone;
  its->from = next_of(lane->pipe);
  its->begin_ns = now;
  its->begin_worked_ns = worked_by_all(lane->pipe);
  if (its->compared_ns == 0)
    its->compared_ns = now;
  atomic_store_explicit(&its->look_ns, now + window_ns, memory_order_relaxed);
}

/* How long a comparison takes at most, if one lane does what all have done in that time. */
static uint64_t expected_ns(const ks_lane *lane, uint64_t took_ns) {
  const uint64_t least_ns = LEAST_ITERATIONS * lane->parts * took_ns;
  return least_ns > window_ns ? least_ns : window_ns;
}

/* All lanes have taken so long for an iteration, of which they worked so long. */
static void judge_all(ks_lane *lane, uint32_t era, uint64_t now, uint64_t took_ns,
                      uint64_t worked_ns) {
  ksi_alone *its = &lane->pipe->alone;
  const int is_poor = took_ns + took_ns / 8 > worked_ns;
  its->all_ns = took_ns;
  if (its->comparison_ns == 0)
    its->comparison_ns = expected_ns(lane, took_ns);
  const uint64_t pause_ns = is_poor ? its->pause_ns : rarely * its->comparison_ns;
  if (its->is_back || now - its->compared_ns >= pause_ns)
    change_era(lane, era);
  else
    begin_window(lane, now);
}

static void judge_one(ks_lane *lane, uint32_t era, uint64_t now, uint64_t took_ns) {
  ksi_alone *its = &lane->pipe->alone;
  its->comparison_ns = now - its->begin_ns;
  its->compared_ns = now;
  if (took_ns + took_ns / 32 < its->all_ns) {
    rest(its, now);
    return;
  }
  its->is_back = 0;
  its->rest_ns = least_pause_ns;
  its->pause_ns = its->pause_ns == 0 ? least_pause_ns : doubled(its->pause_ns);
  change_era(lane, era);
}

static void end_window(ks_lane *lane, uint32_t era, uint64_t now, uint64_t count) {
  const ksi_alone *its = &lane->pipe->alone;
  const uint64_t took_ns = (now - its->begin_ns) / count;
  if (is_alone(era))
    judge_one(lane, era, now, took_ns);
  else
    judge_all(lane, era, now, took_ns, (worked_by_all(lane->pipe) - its->begin_worked_ns) / count);
}

/* The lane alone looks; one of several at a time. */
static void look(ks_lane *lane, uint32_t era, uint64_t now) {
  ksi_alone *its = &lane->pipe->alone;
  const int64_t count = next_of(lane->pipe) - its->from;
  if (its->is_resting) {
    its->is_resting = 0;
    change_era(lane, era);
  } else if (its->begin_ns == 0 && count >= 0)
    begin_window(lane, now);
  else if (its->begin_ns != 0 && count >= LEAST_ITERATIONS * (is_alone(era) ? 1 : lane->parts))
    end_window(lane, era, now, (uint64_t)count);
}

/* For tests: so many iterations on all lanes, and as many on one. */
static void look_forced(ks_lane *lane, uint32_t era) {
  ksi_alone *its = &lane->pipe->alone;
  if (next_of(lane->pipe) < its->from)
    return;
  change_era(lane, era);
  its->from = next_of(lane->pipe) + forced_length(lane);
}

/* The era is read again: who looked last may have changed it. */
static void look_once(ks_lane *lane, uint64_t now) {
  ksi_alone *its = &lane->pipe->alone;
  if (now < atomic_load_explicit(&its->look_ns, memory_order_relaxed) || !begin_look(its))
    return;
  watch_machine(lane);
  const uint32_t era = atomic_load_explicit(&its->era.value, memory_order_relaxed);
  if (!is_alone(era) || atomic_load_explicit(&its->by, memory_order_relaxed) == lane->number) {
    if (forced_length(lane) > 0)
      look_forced(lane, era);
    else
      look(lane, era, now);
  }
  end_look(its);
}

/* Short iterations are not looked at one by one: the clocks would take longer than some do. */
static void choose_next_look(ks_lane *lane, uint64_t now) {
  const uint64_t since = now - lane->looked_ns;
  if (since < looked_each_ns)
    lane->look_each = 2 * lane->look_each + 1;
  else if (since > 4 * looked_each_ns)
    lane->look_each /= 2;
  lane->unlooked = lane->look_each;
  lane->looked_ns = now;
}

static void note_work(ks_lane *lane) {
  const int saved = errno;
  const uint64_t now = ksi_now_ns();
  atomic_store_explicit(&lane->worked_ns, ksi_thread_ns() - lane->idle_ns, memory_order_relaxed);
  if (forced_length(lane) == 0)
    choose_next_look(lane, now);
  look_once(lane, now);
  errno = saved;
}

int ksi_may_claim(ks_lane *lane) {
  ksi_alone *its = &lane->pipe->alone;
  const uint32_t era = atomic_load_explicit(&its->era.value, memory_order_acquire);
  const int may =
      !is_alone(era) || atomic_load_explicit(&its->by, memory_order_relaxed) == lane->number;
  if (!may) {
    lane->is_parked = 1;
    ksi_wait_in_lane(lane, &its->era, era + 1);
    lane->is_parked = 0;
  } else if (lane->unlooked > 0)
    lane->unlooked--;
  else
    note_work(lane);
  return may;
}

void ksi_end_alone(ks_pipe *pipe) {
  ksi_counter *era = &pipe->alone.era;
  for (;;) {
    const uint32_t seen = atomic_load(&era->value);
    if (!is_alone(seen) || ksi_raise_from(era, seen))
      return;
  }
}
