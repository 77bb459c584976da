/* Timers that leave out what they cost, what nests in them, and what is not theirs: errno and the
 * floating-point environment. On a machine with other load single readings are useless; so each
 * figure is the best of several attempts, and relative to what a timer costs. */
#define _GNU_SOURCE
#include "../../runtime/record/clock.h"
#include "../../runtime/record/counters.h"
#include "../../runtime/record/process_record.h"
#include "../../runtime/record/thread_counters.h"
#include "check.h"

#include <kasuri/counters.h>

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ZONES = 4096, ATTEMPTS = 50 };

static void nothing(void *frame, uint32_t part, uint32_t parts) {
  (void)frame, (void)part, (void)parts;
}
static const ks_task tasks[] = {{nothing, "empty", 1, 0, 0, 0, 0},
                                {nothing, "outer", 2, 0, 0, 0, 0},
                                {nothing, "inner", 3, 0, 0, 0, 0}};
static const ks_row rows[] = {{0, 0, 1, 0, 0, KS_LEVEL_KEEP, 0, 100},
                              {1, 0, 1, 0, 1, KS_LEVEL_KEEP, 0, 50},
                              {2, 0, 1, 1, 0, KS_LEVEL_KEEP, 0, 70}};
static const ks_wait waits[] = {{1, 1}};
static const uint16_t first[] = {0, 2, 3};
static const ks_table table = {2, 2, first, rows, waits};
static const ks_layer layer = {KS_ABI_VERSION, "test", tasks, &table, 3, 1, NULL};

static ksi_layer_counters *layer_counters(void) {
  return ksi_find_layer_counters(ksi_own_counters(), &layer, NULL);
}

/* All samples, the pending ones too. */
static ksi_statistics statistics_of(const ksi_cell_item *cell) {
  ksi_statistics all = cell->self;
  for (uint64_t i = cell->self.count; i < cell->samples; i++)
    ksi_add_sample(&all, cell->pending[i % KSI_PENDING]);
  return all;
}

static double total_of(uint32_t task) {
  ksi_statistics all = statistics_of(layer_counters()->task[task]);
  return all.mean * (double)all.count;
}

static void empty_zones(int count) {
  for (int i = 0; i < count; i++) {
    ksi_zone zone;
    ksi_open_task(&zone, 0);
    ksi_close_task(&zone, 0, 0, 1, NULL);
  }
}

static double smaller(double a, double b) { return a < b ? a : b; }
static double size(double value) { return value < 0 ? -value : value; }

/* Per zone: what empty ones show, and what is shown by one around them. */
static void empty_zones_sum_to_nothing(void) {
  double empty = 1e9, around = 1e9;
  ksi_thread_counters *thread = ksi_own_counters();
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    ksi_run run;
    ksi_zone outer;
    ksi_calibrate_timers();
    CHECK(ksi_open_run(&run, &layer, NULL));
    empty_zones(1); /* makes the cell */
    double before = total_of(0);
    ksi_open_task(&outer, 1);
    empty_zones(ZONES);
    ksi_close_task(&outer, 1, 0, 1, NULL);
    empty = smaller(empty, size(total_of(0) - before) / ZONES);
    ksi_cell_item *cell = layer_counters()->task[1];
    int64_t last = cell->pending[(cell->samples - 1) % KSI_PENDING];
    around = smaller(around, size((double)last) / ZONES);
    ksi_close_run(&run);
  }
  printf("an empty zone: %.1f ticks inside, %.1f around; left of these %.2f and %.2f\n",
         (double)thread->inside_units / KSI_UNITS, (double)thread->outside_units / KSI_UNITS,
         empty / KSI_UNITS, around / KSI_UNITS);
  CHECK(thread->inside_units >= 0 && thread->outside_units >= thread->inside_units);
  CHECK(empty <= 0.25 * (double)thread->inside_units + KSI_UNITS / 4);
  CHECK(around <= 0.25 * (double)thread->outside_units + KSI_UNITS / 4);
}

static void spend(uint64_t ticks) {
  for (uint64_t begin = ksi_ticks(); ksi_ticks() - begin < ticks;)
    ;
}

static void inner_time_is_left_out(void) {
  enum { TICKS = 100000 };
  double outer_least = 1e18, inner_least = 1e18;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    ksi_run run;
    ksi_zone outer, inner;
    CHECK(ksi_open_run(&run, &layer, NULL));
    ksi_open_task(&outer, 1);
    spend(TICKS);
    ksi_open_task(&inner, 2);
    spend(4 * TICKS);
    ksi_close_task(&inner, 2, 0, 1, NULL);
    ksi_close_task(&outer, 1, 0, 1, NULL);
    ksi_close_run(&run);
    ksi_cell_item *outer_cell = layer_counters()->task[1], *inner_cell = layer_counters()->task[2];
    outer_least =
        smaller(outer_least, (double)outer_cell->pending[(outer_cell->samples - 1) % KSI_PENDING]);
    inner_least =
        smaller(inner_least, (double)inner_cell->pending[(inner_cell->samples - 1) % KSI_PENDING]);
  }
  CHECK(outer_least > 0.9 * TICKS * KSI_UNITS && outer_least < 3.0 * TICKS * KSI_UNITS);
  CHECK(inner_least > 3.9 * TICKS * KSI_UNITS && inner_least < 12.0 * TICKS * KSI_UNITS);
}

static void the_environment_stays(void) {
  ksi_run run;
  feclearexcept(FE_ALL_EXCEPT);
  fesetround(FE_UPWARD);
  errno = ERANGE;
  ks_counter found;
  for (int i = 0; i < 3; i++) {
    CHECK(ksi_open_run(&run, &layer, NULL));
    empty_zones(1000);
    ksi_close_run(&run);
    ksi_note_left(&layer);
    CHECK(ks_read_counter("test", "empty", KS_ALL_WORKERS, &found));
  }
  CHECK(errno == ERANGE && fetestexcept(FE_ALL_EXCEPT) == 0 && fegetround() == FE_UPWARD);
  fesetround(FE_TONEAREST);
}

/* A program may have floating-point exceptions end it. */
static void traps_do_not_come(void) {
#if defined(__x86_64__) && defined(__GLIBC__)
  ksi_run run;
  feenableexcept(FE_ALL_EXCEPT);
  CHECK(ksi_open_run(&run, &layer, NULL));
  empty_zones(1000);
  ksi_close_run(&run);
  ks_counter found;
  CHECK(ks_read_counter("test", "empty", KS_ALL_WORKERS, &found));
  CHECK(fegetexcept() == FE_ALL_EXCEPT);
  fedisableexcept(FE_ALL_EXCEPT);
#else
  printf("floating-point traps are not tested here\n");
#endif
}

static void counts_are_exact(void) {
  ksi_cell_item *cell = layer_counters()->run;
  uint64_t started = cell->started, left = cell->left, samples = layer_counters()->task[0]->samples;
  ksi_run run, inner;
  CHECK(ksi_open_run(&run, &layer, NULL));
  CHECK(ksi_open_run(&inner, &layer, NULL));
  empty_zones(10);
  ksi_close_run(&inner);
  empty_zones(1);
  ksi_close_run(&run);
  for (int i = 0; i < 5; i++)
    ksi_note_left(&layer);
  CHECK(cell->started == started + 2 && cell->ended == cell->started && cell->left == left + 5);
  CHECK(layer_counters()->task[0]->samples == samples + 11);
}

static void plans_are_replayed(void) {
  ksi_thread_counters *thread = ksi_own_counters();
  CHECK(ksi_find_layer_counters(thread, &layer, &table) != NULL &&
        ksi_find_layer_counters(thread, &layer, NULL) == layer_counters());
  const char *record = (const char *)ksi_head();
  for (uint64_t at = (sizeof(ksi_record_head) + 63) / 64 * 64; at < ksi_head()->used;) {
    const ksi_item *item = (const ksi_item *)(record + at);
    if (item->kind == KSI_ITEM_PLAN) {
      const ksi_plan_item *plan = (const ksi_plan_item *)item;
      CHECK(plan->workers == 2 && plan->row_count == 3 && plan->row[0].start_ns == 0);
      CHECK(plan->row[1].start_ns == 100 && plan->row[2].start_ns == 0 && plan->row[2].worker == 1);
      return;
    }
    at += item->bytes;
  }
  CHECK(!"a plan");
}

/* --- What the program itself may ask. */

static int is_close(double a, double b) { return size(a - b) <= 1e-9 * (size(a) + size(b)); }

/* Units have another length at each moment; ratios do not. */
static void check_counter(const ks_counter *found, const ksi_cell_item *cell) {
  ksi_statistics all = statistics_of(cell);
  double last = (double)cell->pending[(cell->samples - 1) % KSI_PENDING],
         scale = found->ks_mean_ns / all.mean;
  CHECK(found->ks_samples == cell->samples && found->ks_samples == all.count && scale > 0);
  CHECK(is_close(found->ks_last_ns, last * scale));
  CHECK(is_close(found->ks_variance_ns2, ksi_variance(&all) * scale * scale));
  CHECK(is_close(found->ks_least_ns, (double)all.least * scale) &&
        is_close(found->ks_most_ns, (double)all.most * scale));
}

static int note_part(void *argument, const char *its_layer, const char *part,
                     const ks_counter *found) {
  char *to = argument;
  CHECK(strcmp(its_layer, "test") == 0 && found->ks_samples > 0);
  strcat(strcat(to, part != NULL ? part : "whole"), " ");
  return 0;
}

static int stop_at_once(void *argument, const char *its_layer, const char *part,
                        const ks_counter *found) {
  (void)its_layer, (void)part, (void)found;
  return ++*(int *)argument;
}

static void the_program_may_ask(void) {
  ks_counter found;
  char parts[256] = "";
  int calls = 0;
  CHECK(ks_read_counter("test", "inner", KS_ALL_WORKERS, &found));
  check_counter(&found, layer_counters()->task[2]);
  CHECK(ks_read_counter("test", "inner", 0, &found));
  check_counter(&found, layer_counters()->task[2]);
  CHECK(!ks_read_counter("test", "inner", 1, &found) && found.ks_samples == 0 &&
        found.ks_mean_ns == 0);
  CHECK(!ks_read_counter("test", "other", KS_ALL_WORKERS, &found));
  CHECK(!ks_read_counter("tes", KS_WHOLE_RUNS, KS_ALL_WORKERS, &found));
  CHECK(ks_read_counter("test", "fork-join", KS_ALL_WORKERS, &found));
  check_counter(&found, layer_counters()->run);
  CHECK(ks_read_counter("test", KS_WHOLE_RUNS, KS_ALL_WORKERS, &found));
  check_counter(&found, layer_counters()->whole);
  CHECK(found.ks_samples == layer_counters()->run->samples);
  CHECK(layer_counters()->whole->whole_units == layer_counters()->run->whole_units);
  CHECK(ks_each_counter(note_part, parts) == 0);
  CHECK(strstr(parts, "empty ") && strstr(parts, "outer ") && strstr(parts, "inner ") &&
        strstr(parts, "whole "));
  CHECK(strstr(parts, "fork-join ") &&
        strlen(parts) == strlen("empty outer inner whole fork-join "));
  CHECK(ks_each_counter(stop_at_once, &calls) == 1 && calls == 1);
}

/* A sample is there as soon as it has ended. */
static void the_last_is_there_at_once(void) {
  ks_counter before, after;
  ksi_run run;
  CHECK(ks_read_counter("test", "outer", KS_ALL_WORKERS, &before));
  CHECK(ksi_open_run(&run, &layer, NULL));
  ksi_zone zone;
  ksi_open_task(&zone, 1);
  spend(100000);
  ksi_close_task(&zone, 1, 0, 1, NULL);
  CHECK(ks_read_counter("test", "outer", KS_ALL_WORKERS, &after)); /* within the run */
  ksi_close_run(&run);
  CHECK(after.ks_samples == before.ks_samples + 1);
  check_counter(&after, layer_counters()->task[1]);
}

static int64_t add_outer_sample(uint64_t ticks) {
  ksi_run run;
  ksi_zone zone;
  CHECK(ksi_open_run(&run, &layer, NULL));
  ksi_open_task(&zone, 1);
  spend(ticks);
  ksi_close_task(&zone, 1, 0, 1, NULL);
  ksi_close_run(&run);
  const ksi_cell_item *cell = layer_counters()->task[1];
  return cell->pending[(cell->samples - 1) % KSI_PENDING];
}

static void *add_in_thread(void *units) {
  *(int64_t *)units = add_outer_sample(1000);
  return NULL;
}

/* Of two threads' samples the one that ended last, whichever thread has the earlier cell. */
static void the_last_is_that_of_all_threads(void) {
  pthread_t thread;
  ks_counter between, found;
  int64_t own, others;
  double scale;
  CHECK(pthread_create(&thread, NULL, add_in_thread, &others) == 0 &&
        pthread_join(thread, NULL) == 0);
  CHECK(ks_read_counter("test", "outer", KS_ALL_WORKERS, &found));
  scale = found.ks_last_ns / (double)others;
  own = add_outer_sample(50000);
  CHECK(ks_read_counter("test", "outer", KS_ALL_WORKERS, &between));
  CHECK(size(between.ks_last_ns / (double)own / scale - 1) < 0.05); /* a unit is about as long */
  CHECK(pthread_create(&thread, NULL, add_in_thread, &others) == 0 &&
        pthread_join(thread, NULL) == 0);
  CHECK(ks_read_counter("test", "outer", KS_ALL_WORKERS, &found));
  CHECK(size(found.ks_last_ns / (double)others / scale - 1) < 0.05);
}

static void *ask_and_ask(void *is_over) {
  ks_counter found, last = {0};
  do {
    CHECK(ks_read_counter("test", "empty", KS_ALL_WORKERS, &found));
    CHECK(found.ks_samples >= last.ks_samples);
    CHECK(found.ks_least_ns <= found.ks_mean_ns && found.ks_mean_ns <= found.ks_most_ns &&
          found.ks_variance_ns2 >= 0);
    last = found;
  } while (!__atomic_load_n((int *)is_over, __ATOMIC_ACQUIRE));
  return NULL;
}

static void others_count_meanwhile(void) {
  pthread_t thread;
  ksi_run run;
  int is_over = 0;
  CHECK(pthread_create(&thread, NULL, ask_and_ask, &is_over) == 0);
  for (int i = 0; i < 200; i++) {
    CHECK(ksi_open_run(&run, &layer, NULL));
    empty_zones(1000);
    ksi_close_run(&run);
  }
  __atomic_store_n(&is_over, 1, __ATOMIC_RELEASE);
  CHECK(pthread_join(thread, NULL) == 0);
}

int main(int count, char **words) {
  ks_counter found;
  CHECK(count == 2);
  CHECK(!ks_read_counter("test", "empty", KS_ALL_WORKERS, &found) && found.ks_samples == 0);
  CHECK(ks_each_counter(note_part, NULL) == 0);
  setenv("KASURI_PROFILE", words[1], 1);
  setenv("KASURI_PROFILE_EVERY", "1", 1);
  CHECK(!ksi_counts());
  ksi_start_counters();
  CHECK(ksi_counts());
  empty_zones_sum_to_nothing();
  inner_time_is_left_out();
  the_environment_stays();
  traps_do_not_come();
  counts_are_exact();
  plans_are_replayed();
  the_program_may_ask();
  the_last_is_there_at_once();
  the_last_is_that_of_all_threads();
  others_count_meanwhile();
  return 0;
}
