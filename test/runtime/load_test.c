/* How the runtime gives way when cores are shared, and takes them back: runtime/sharing/load.c on a clock,
 * a count of lost cores and a time without a core that the test sets, on kernels that say how long
 * a thread had none and on others. */
#include "../../runtime/sharing/load.h"
#include "../../runtime/os/os.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#define MS UINT64_C(1000000)

static uint64_t now = MS;
static long lost;
static int has_delay;
static uint64_t ran, waited;

uint64_t ksi_now_ns(void) { return now; }
long ksi_lost_cores(void) { return lost; }
int ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns) {
  *ran_ns = ran;
  *waited_ns = waited;
  return has_delay;
}

/* The thread runs and is switched away from, which takes as long as a time slice. */
static void spend(uint64_t ns, long losses) {
  const uint64_t lost_ns = losses * 3 * MS < ns ? losses * 3 * MS : ns;
  now += ns;
  lost += losses;
  waited += lost_ns;
  ran += ns - lost_ns;
}

typedef struct state {
  ksi_load load;
  ksi_patience patience;
} state;

static void begin(state *it, int workers) {
  *it = (state){0};
  ksi_init_load(&it->load, workers);
  spend(1000 * MS, 0);
  ksi_look_for_others(&it->load);
  CHECK(it->load.crowded == 0);
}

/* Lets time pass, a millisecond at a time, losing the core once in every `each` of them (0: never).
 * Returns the milliseconds in which more than one worker was allowed. */
static int pass(state *it, int ms, int each, int only_with_workers) {
  int parallel = 0;
  for (int i = 1; i <= ms; i++) {
    const int loses = each > 0 && i % each == 0 && (it->load.allowed > 1 || !only_with_workers);
    spend(loses ? 3 * MS : MS, loses);
    parallel += it->load.allowed > 1;
    ksi_watch_load(&it->load, &it->patience);
  }
  return parallel;
}

static void a_free_machine_keeps_all(void) {
  state it;
  begin(&it, 4);
  CHECK(pass(&it, 1000, 0, 0) == 1000 && it.load.allowed == 4 && !it.patience.is_busy);
  /* The system's own threads, a few times in a second. */
  CHECK(pass(&it, 3000, 50, 0) == 3000 && it.load.allowed == 4 && !it.patience.is_busy);
}

static void a_busy_machine_is_left_to_others(void) {
  state it;
  begin(&it, 2);
  CHECK(pass(&it, 1000, 4, 0) < 80);
  CHECK(it.load.allowed == 1 && it.patience.is_busy);
}

/* Alone the caller is not disturbed, but each time that it tries two workers one is. */
static void trying_becomes_seldom(void) {
  state it;
  begin(&it, 2);
  pass(&it, 2000, 4, 1);
  CHECK(pass(&it, 10000, 4, 1) < 1000);
}

static void workers_come_back(void) {
  state it;
  begin(&it, 8);
  pass(&it, 1000, 4, 0);
  CHECK(it.load.allowed == 1);
  pass(&it, 1000, 0, 0);
  CHECK(it.load.allowed == 8 && !it.patience.is_busy);
}

static void many_workers_go_by_quarters(void) {
  state it;
  begin(&it, 64);
  spend(25 * MS, 3);
  ksi_watch_load(&it.load, &it.patience);
  CHECK(it.load.allowed == 48 && it.patience.is_busy);
}

static void spinning_begins_when_all_are_back(void) {
  state it;
  begin(&it, 2);
  spend(25 * MS, 8);
  ksi_watch_load(&it.load, &it.patience);
  CHECK(it.load.allowed == 1);
  while (it.load.allowed == 1)
    pass(&it, 1, 0, 0);
  CHECK(!it.patience.is_busy);
}

static void a_late_worker_counts_at_once(void) {
  state it;
  begin(&it, 2);
  ksi_explain_lateness(&it.load); /* late, but it never lost its core: the rows are just long */
  ksi_give_way_if_crowded(&it.load, &it.patience);
  CHECK(it.load.allowed == 2);
  spend(9 * MS, 3);
  ksi_explain_lateness(&it.load);
  ksi_give_way_if_crowded(&it.load, &it.patience);
  CHECK(it.load.allowed == 1 && it.patience.is_busy);
}

/* What other teams take is not a reason to look for more, nor is it forgotten when it is calm. */
static void other_teams_set_the_most(void) {
  state it;
  begin(&it, 8);
  ksi_limit_workers(&it.load, &it.patience, 4);
  CHECK(it.load.allowed == 4 && !it.patience.is_busy);
  pass(&it, 1000, 0, 0);
  CHECK(it.load.allowed == 4 && !it.patience.is_busy);
  pass(&it, 100, 4, 0);
  CHECK(it.load.allowed < 4 && it.patience.is_busy);
  ksi_limit_workers(&it.load, &it.patience, 8);
  CHECK(it.load.allowed == 8 && !it.patience.is_busy);
  ksi_limit_workers(&it.load, &it.patience, 1);
  CHECK(it.load.allowed == 1 && it.patience.is_busy);
  ksi_limit_workers(&it.load, &it.patience, 9);
  CHECK(it.load.allowed == 8);
}

/* What counts is the part of the time that it wanted: it may have slept for long. */
static void sleep_is_not_counted(void) {
  state it;
  begin(&it, 2);
  ran += 2 * MS;
  waited += 3 * MS;
  now += 5000 * MS;
  ksi_watch_load(&it.load, &it.patience);
  CHECK(it.load.allowed == 1);
  begin(&it, 2);
  ran += 900 * MS; /* a rival of the least priority */
  waited += 14 * MS;
  lost += 20;
  now += 914 * MS;
  ksi_watch_load(&it.load, &it.patience);
  CHECK(it.load.allowed == 2);
}

static void all_cases(void) {
  a_free_machine_keeps_all();
  a_busy_machine_is_left_to_others();
  trying_becomes_seldom();
  workers_come_back();
  many_workers_go_by_quarters();
  spinning_begins_when_all_are_back();
  a_late_worker_counts_at_once();
  other_teams_set_the_most();
}

int main(void) {
  all_cases();
  has_delay = 1;
  all_cases();
  sleep_is_not_counted();
  return 0;
}
