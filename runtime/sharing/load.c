/* Noticing that the cores are wanted by others, and giving way.
 *
 * Most kernels say how long each thread was ready to run and had no core. A core is shared if its
 * thread lost LEAST_LOST_NS in this way since it last looked, and that is a part of LOST_PART of
 * the time it wanted: a rival of its own kind takes half, one of the least priority a hundredth,
 * and what the system's own threads take is less still. Where the kernel does not say it, context
 * switches that the thread did not ask for are counted: on a free machine there are a few in a
 * second, beside one other busy thread one per time slice; LEAST_LOST of them and that often on
 * average are too many. The caller looks every few milliseconds, and after each wait for a late
 * worker, whether any thread said so:
 *
 *   busy  a quarter of the workers is let go, at least one, and there is a pause, each time twice
 *         as long, before more are tried, and nobody spins;
 *   calm  a quarter more is tried, and the pause becomes shorter by and by.
 *
 * Other programs of Kasuri are known by name (program_table.c), and what they leave is the most
 * that is ever tried. When that becomes more, somebody has gone who may well have been the reason
 * for giving way, so all of it is tried at once.
 *
 * With one worker left no layer runs in parallel: ks_workers looks instead.
 */
#include "load.h"

#include "../os/os.h"

#define OFTEN_NS UINT64_C(24000000)
#define SHORTEST_NS UINT64_C(8000000)
#define LONGEST_NS UINT64_C(500000000)
#define LOST_EACH_NS UINT64_C(10000000)
#define LEAST_LOST_NS UINT64_C(2000000)

enum { LEAST_LOST = 3, LOST_PART = 4 };

/* What the thread has had when it last looked. */
static _Thread_local struct {
  uint64_t now_ns;
  int has_delay;
  uint64_t ran_ns, waited_ns; /* if it has */
  long lost;                  /* cores, if it has not */
} since;

void ksi_init_load(ksi_load *load, int workers) {
  load->all = load->most = workers;
  atomic_init(&load->allowed, workers);
  load->look_ns = ksi_now_ns() + OFTEN_NS;
  load->pause_ns = SHORTEST_NS;
}

void ksi_begin_looking(void) {
  since.has_delay = ksi_read_run_delay(&since.ran_ns, &since.waited_ns);
  since.lost = since.has_delay ? 0 : ksi_lost_cores();
  since.now_ns = ksi_now_ns();
}

static int is_shared_by_delay(void) {
  uint64_t ran, waited;
  if (!ksi_read_run_delay(&ran, &waited))
    return 0;
  waited -= since.waited_ns;
  return waited >= LEAST_LOST_NS && waited * LOST_PART >= waited + (ran - since.ran_ns);
}

static int is_shared_by_switches(uint64_t now) {
  long more = ksi_lost_cores() - since.lost;
  return more >= LEAST_LOST && (uint64_t)more * LOST_EACH_NS >= now - since.now_ns;
}

static void judge_own_core(ksi_load *load, uint64_t now) {
  const int is_shared = since.has_delay ? is_shared_by_delay() : is_shared_by_switches(now);
  if (is_shared)
    atomic_fetch_add_explicit(&load->crowded, 1, memory_order_relaxed);
  if (is_shared || now - since.now_ns >= OFTEN_NS)
    ksi_begin_looking();
}

void ksi_look_for_others(ksi_load *load) {
  if (since.now_ns == 0)
    ksi_begin_looking(); /* another thread made the team */
  uint64_t now = ksi_now_ns();
  if (now - since.now_ns >= OFTEN_NS)
    judge_own_core(load, now);
}

void ksi_explain_lateness(ksi_load *load) { judge_own_core(load, ksi_now_ns()); }

static uint64_t give_way(ksi_load *load, int *allowed) {
  load->pause_ns = load->pause_ns * 2 < LONGEST_NS ? load->pause_ns * 2 : LONGEST_NS;
  *allowed = *allowed > 1 ? *allowed - (*allowed + 3) / 4 : 1;
  return load->pause_ns;
}

static uint64_t try_more(ksi_load *load, int *allowed) {
  uint64_t shorter = load->pause_ns - load->pause_ns / 4;
  load->pause_ns = shorter > SHORTEST_NS ? shorter : SHORTEST_NS;
  *allowed += (*allowed + 3) / 4;
  *allowed = *allowed < load->most ? *allowed : load->most;
  return OFTEN_NS;
}

/* Alone a caller has nobody to wait for, but its workers are to sleep at once. */
static void set_allowed(ksi_load *load, ksi_patience *patience, int allowed) {
  const int is_busy = allowed < load->most || (load->most == 1 && load->all > 1);
  atomic_store_explicit(&load->allowed, allowed, memory_order_relaxed);
  atomic_store_explicit(&patience->is_busy, is_busy, memory_order_relaxed);
}

static void look(ksi_load *load, ksi_patience *patience, uint64_t now) {
  uint32_t crowded = atomic_load_explicit(&load->crowded, memory_order_relaxed);
  int allowed = atomic_load_explicit(&load->allowed, memory_order_relaxed);
  int is_busy = crowded != load->crowded_before;
  load->look_ns = now + (is_busy ? give_way(load, &allowed) : try_more(load, &allowed));
  load->crowded_before = crowded;
  set_allowed(load, patience, allowed);
}

void ksi_limit_workers(ksi_load *load, ksi_patience *patience, int limit) {
  const int before = load->most, most = limit < load->all ? limit : load->all,
            allowed = atomic_load_explicit(&load->allowed, memory_order_relaxed);
  load->most = most;
  if (most > before) {
    load->pause_ns = SHORTEST_NS;
    load->look_ns = ksi_now_ns() + OFTEN_NS;
    load->crowded_before = atomic_load_explicit(&load->crowded, memory_order_relaxed);
    set_allowed(load, patience, most);
  } else
    set_allowed(load, patience, allowed < most ? allowed : most);
}

void ksi_give_way_if_crowded(ksi_load *load, ksi_patience *patience) {
  if (atomic_load_explicit(&load->crowded, memory_order_relaxed) != load->crowded_before)
    look(load, patience, ksi_now_ns());
}

void ksi_watch_load(ksi_load *load, ksi_patience *patience) {
  uint64_t now = ksi_now_ns();
  if (now < load->look_ns)
    return;
  ksi_look_for_others(load);
  look(load, patience, now);
}
