/* Which runs of a layer are measured, when it is given up, for how long, and how it comes back. */
#include "../../runtime/team/measure.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct costs {
  uint64_t run_ns, tasks_ns, order_ns; /* in parallel, its tasks, and in order on the caller */
} costs;

typedef struct tally {
  unsigned calls, measured, in_order, passed_over;
} tally;

static void call(ks_measured *record, costs each, tally *seen) {
  seen->calls++;
  if (ksi_is_passed_over(record)) {
    seen->passed_over++;
    return;
  }
  ksi_way way = ksi_choose_way(record);
  seen->measured += way != KSI_UNMEASURED;
  seen->in_order += way == KSI_IN_ORDER;
  if (way == KSI_IN_ORDER)
    ksi_note_run_in_order(record, each.order_ns);
  else if (way != KSI_UNMEASURED)
    ksi_note_parallel_run(record, each.run_ns, each.tasks_ns);
}

static tally calls(ks_measured *record, costs each, unsigned times) {
  tally seen = {0};
  for (unsigned i = 0; i < times; i++)
    call(record, each, &seen);
  return seen;
}

static const costs good = {10000, 19000, 19000}, tiny = {1000, 20, 20},
                   even = {10000, 10000, 10000}, hindered = {10000, 19000, 9000};

static void a_good_layer_is_seldom_measured(void) {
  ks_measured record = {0};
  tally seen = calls(&record, good, 100000);
  CHECK(seen.passed_over == 0);
  CHECK(seen.measured < seen.calls / 40);
  CHECK(seen.in_order > 0 && seen.in_order < seen.calls / 200);
}

static void its_first_runs_are_parallel(void) {
  costs longer = {20000000, 38000000, 38000000};
  ks_measured record = {0}, shorter = {0};
  CHECK(calls(&record, longer, 10).in_order == 0);
  CHECK(calls(&shorter, good, 10).in_order == 1);
}

static void a_tiny_layer_is_given_up_at_once(void) {
  ks_measured record = {0};
  CHECK(calls(&record, tiny, 3).measured == 3);
  tally seen = calls(&record, tiny, 1000000);
  CHECK(seen.passed_over > seen.calls - 50);
  /* Measuring it costs a thousand calls' worth each time, and about a hundredth of all. */
  CHECK(seen.measured > 0 && seen.measured * tiny.run_ns < seen.calls * tiny.tasks_ns / 30);
}

static void no_gain_is_no_gain(void) {
  ks_measured record = {0};
  tally seen = calls(&record, even, 10000);
  CHECK(seen.passed_over > 9000);
}

static void one_slow_run_proves_nothing(void) {
  ks_measured record = {0};
  calls(&record, good, 1000);
  tally seen = {0};
  for (int i = 0; i < 10; i++) {
    call(&record, tiny, &seen);
    call(&record, tiny, &seen);
    calls(&record, good, 200);
  }
  CHECK(seen.passed_over == 0 && record.ks_skip == 0);
}

static void tasks_that_hinder_each_other_are_found(void) {
  ks_measured record = {0};
  tally seen = calls(&record, hindered, 1000);
  CHECK(seen.in_order >= 3 && seen.passed_over > 0);
  ks_measured early = {0};
  CHECK(calls(&early, hindered, 9).passed_over > 0);
}

static void a_layer_comes_back(void) {
  ks_measured record = {0};
  calls(&record, even, 500);
  CHECK(record.ks_failed > 1);
  tally seen = calls(&record, good, 100000);
  CHECK(seen.passed_over < 20000);
  seen = calls(&record, good, 10000);
  CHECK(seen.passed_over == 0 && record.ks_failed == 0);
}

static void a_long_layer_gets_its_chance_every_second(void) {
  costs longer = {20000000, 15000000, 15000000};
  ks_measured record = {0};
  calls(&record, longer, 100000);
  CHECK(record.ks_skip <= 1000000000 / 15000000);
}

static void long_layers_are_measured_by_processor_time(void) {
  ks_measured record = {0};
  CHECK(ksi_choose_way(&record) == KSI_BY_WALL_CLOCK);
  ksi_note_parallel_run(&record, 10000000, 5000000);
  CHECK(ksi_choose_way(&record) == KSI_BY_THREAD_CLOCK);
}

static void nothing_overflows(void) {
  costs none = {0, 0, 0}, endless = {UINT64_C(1) << 55, 1, 1};
  ks_measured record = {0};
  calls(&record, none, 1000);
  CHECK(calls(&record, endless, 100000).passed_over > 0);
}

int main(void) {
  a_good_layer_is_seldom_measured();
  its_first_runs_are_parallel();
  a_tiny_layer_is_given_up_at_once();
  no_gain_is_no_gain();
  one_slow_run_proves_nothing();
  tasks_that_hinder_each_other_are_found();
  a_layer_comes_back();
  a_long_layer_gets_its_chance_every_second();
  long_layers_are_measured_by_processor_time();
  nothing_overflows();
  return 0;
}
