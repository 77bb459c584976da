/* Detects that other programs need the cores, and yields.
 *
 * Most kernels report how long each thread was ready to run without a core. A core is shared if two
 * things hold since its thread last checked: the thread lost LEAST_LOST_NS in this way, and that is
 * a part of LOST_PART of the time that it wanted. A rival of the same kind takes half, one of the
 * lowest priority a hundredth, and the system's own threads take even less. If the kernel does not
 * report it, involuntary context switches are counted. On a free machine there are a few per
 * second; beside one other busy thread there is one per time slice. LEAST_LOST of them, at that
 * rate on average, are too many. The caller checks every few milliseconds, and after each wait for
 * a late worker, whether any thread reported this:
 *
 *   busy  a quarter of the workers is released, at least one, and nobody spins. After a pause,
 *         which doubles each time, more are tried;
 *   calm  a quarter more is tried, and the pause becomes shorter over time.
 *
 * Other programs of Kasuri are known individually (program_table.c), and the share that they leave
 * is the maximum that is ever tried. If that share grows, a program has ended that may have been
 * the reason to yield, so the whole share is tried at once.
 *
 * With one worker left, no layer runs in parallel, and ks_workers checks instead.
 */
#include "load.h"

#include "../os/os.h"

#define OFTEN_NS UINT64_C(24000000)
#define SHORTEST_NS UINT64_C(8000000)
#define LONGEST_NS UINT64_C(500000000)
#define LOST_EACH_NS UINT64_C(10000000)
#define LEAST_LOST_NS UINT64_C(2000000)

enum { LEAST_LOST = 3, LOST_PART = 4 };

/* The thread's figures at its last check. */
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

/* A caller alone has nothing to wait for, but its workers must sleep immediately. */
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
