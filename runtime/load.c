/* Noticing that the cores are wanted by others, and giving way.
 *
 * The system takes the core away from a thread only if another one wants it: a context switch that
 * the thread did not ask for. On a free machine that happens a few times in a second, by the
 * system's own threads; beside one other busy thread once per time slice, some hundred times. So
 * each thread of the team counts its own, and calls its core shared if it lost it LEAST_LOST times,
 * and that often on average since it last looked. The caller looks every few milliseconds, and
 * after each wait for a late worker, whether any thread said so:
 *
 *   busy  a quarter of the workers is let go, at least one, and there is a pause, each time twice
 *         as long, before more are tried, and nobody spins;
 *   calm  a quarter more is tried, and the pause becomes shorter by and by.
 *
 * Other programs of Kasuri are known by name (registry.c), and what they leave is the most that is
 * ever tried. When that becomes more, somebody has gone who may well have been the reason for
 * giving way, so all of it is tried at once.
 *
 * With one worker left no layer runs in parallel: ks_workers looks instead.
 */
#include "load.h"

#include "os_linux.h"

#define OFTEN_NS UINT64_C(24000000)
#define SHORTEST_NS UINT64_C(8000000)
#define LONGEST_NS UINT64_C(500000000)
#define LOST_EACH_NS UINT64_C(10000000)

enum { LEAST_LOST = 3 };

static _Thread_local long lost_before;
static _Thread_local uint64_t since_ns;

void ksi_init_load(ksi_load *load, int workers) {
  load->all = load->most = workers;
  atomic_init(&load->allowed, workers);
  load->look_ns = ksi_now_ns() + OFTEN_NS;
  load->pause_ns = SHORTEST_NS;
}

void ksi_begin_looking(void) {
  lost_before = ksi_lost_cores();
  since_ns = ksi_now_ns();
}

static void judge_own_core(ksi_load *load, uint64_t now) {
  long lost = ksi_lost_cores(), more = lost - lost_before;
  if (more >= LEAST_LOST && (uint64_t)more * LOST_EACH_NS >= now - since_ns)
    atomic_fetch_add_explicit(&load->crowded, 1, memory_order_relaxed);
  lost_before = lost;
  since_ns = now;
}

void ksi_look_for_others(ksi_load *load) {
  if (since_ns == 0)
    ksi_begin_looking(); /* another thread made the team */
  uint64_t now = ksi_now_ns();
  if (now - since_ns >= OFTEN_NS)
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

void ksi_limit_workers(ksi_load *load, ksi_patience *patience, int most) {
  const int before = load->most,
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
