/* The kinds of cores of recorded systems, the threads that are seated on them, and the table that
 * is chosen for what a process has there: with all cores, with some of them, with cores offline, on
 * another machine than planned. */
#include "../../runtime/os/os.h"
#include "../../runtime/placement/seating.h"
#include "kernel_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *current = "";
#define CHECK_END (fprintf(stderr, "  on %s\n", current), exit(1))
#include "check.h"

enum { MOST_TABLES = 200, MOST_WORKERS = 12 };

/* The machine of a plan: how many cores of which kinds. */
typedef struct plan {
  int kinds, cores[KS_MOST_KINDS];
  ks_kind kind[KS_MOST_KINDS];
} plan;

static const plan board = {2, {2, 2}, {{1024, 2400000}, {363, 1800000}}},
                  odroid = {2, {4, 4}, {{1024, 2000000}, {377, 1400000}}},
                  rockchip = {2, {2, 4}, {{1024, 1800000}, {485, 1416000}}},
                  phone = {3, {1, 3, 4}, {{1024, 2841600}, {780, 2419200}, {250, 1804800}}},
                  hybrid = {2, {4, 4}, {{1024, 4800000}, {620, 3500000}}},
                  no_clocks = {2, {2, 2}, {{1024, 0}, {363, 0}}};

/* A table for each number of cores of each kind, in the order of their speed together. */
static struct {
  ks_table table[MOST_TABLES];
  ks_uint8 on[MOST_TABLES][MOST_WORKERS];
  const ks_uint8 *ons[MOST_TABLES];
  int count;
  ks_placed placed;
} made;

static int speed_of(const plan *its, const ks_uint8 *on, int workers) {
  int speed = 0;
  for (int i = 0; i < workers; i++)
    speed += (int)its->kind[on[i]].ks_capacity;
  return speed;
}

static void insert_table(const plan *its, const ks_uint8 *on, int workers) {
  int at = made.count++;
  CHECK(at < MOST_TABLES);
  for (; at > 0 && speed_of(its, on, workers) <
                       speed_of(its, made.on[at - 1], made.table[at - 1].ks_worker_count);
       at--) {
    made.table[at] = made.table[at - 1];
    memcpy(made.on[at], made.on[at - 1], sizeof made.on[at]);
  }
  made.table[at] = (ks_table){.ks_worker_count = (uint16_t)workers};
  memcpy(made.on[at], on, MOST_WORKERS);
}

static void make_tables_from(const plan *its, int kind, ks_uint8 *on, int workers) {
  if (kind == its->kinds) {
    if (workers > 1)
      insert_table(its, on, workers);
    return;
  }
  make_tables_from(its, kind + 1, on, workers);
  for (int more = 0; more < its->cores[kind]; more++) {
    on[workers + more] = (ks_uint8)kind;
    make_tables_from(its, kind + 1, on, workers + more + 1);
  }
}

static void make_tables(const plan *its) {
  ks_uint8 on[MOST_WORKERS] = {0};
  made.count = 0;
  make_tables_from(its, 0, on, 0);
  for (int i = 0; i < made.count; i++)
    made.ons[i] = made.on[i];
  made.placed =
      (ks_placed){.ks_kinds = its->kind, .ks_kind_count = (uint16_t)its->kinds, .ks_on = made.ons};
  made.placed.ks_grouped.ks_described.ks_tables = made.table;
  made.placed.ks_grouped.ks_described.ks_table_count = (uint16_t)made.count;
}

/* "2+1": two workers on the first kind, one on the second. */
static const char *name_of(const plan *its, int table) {
  static char text[64];
  size_t used = 0;
  if (table < 0)
    return "none";
  for (int kind = 0; kind < its->kinds; kind++) {
    int count = 0;
    for (int i = 0; i < made.table[table].ks_worker_count; i++)
      count += made.on[table][i] == kind;
    used += (size_t)snprintf(text + used, sizeof text - used, kind > 0 ? "+%d" : "%d", count);
  }
  return text;
}

static void check_text(const char *what, const char *wanted, const char *got) {
  if (strcmp(wanted, got) != 0) {
    fprintf(stderr, "%s: '%s' instead of '%s'\n", what, got, wanted);
    CHECK(!"as expected");
  }
}

typedef struct scene {
  const char *name, *system;
  const plan *its;
  const char *cores; /* that the process may use */
  int threads, workers;
  const char *seats; /* the core of each thread, the caller's first */
  const char *table; /* that is chosen */
  const char *used;  /* the cores of its workers; null: as the seats */
} scene;

static const scene scenes[] = {
    {"the planned machine", "probe_board", &board, "0-3", 4, 4, "2 3 0 1", "2+2", NULL},
    {"three workers", "probe_board", &board, "0-3", 3, 3, "2 3 0", "2+1", NULL},
    {"two workers", "probe_board", &board, "0-3", 2, 2, "2 3", "2+0", NULL},
    {"a busy machine", "probe_board", &board, "0-3", 4, 3, "2 3 0 1", "2+1", "2 3 0"},
    {"a very busy one", "probe_board", &board, "0-3", 4, 2, "2 3 0 1", "2+0", "2 3"},
    {"little ones only", "probe_board", &board, "0-1", 2, 2, "0 1", "0+2", NULL},
    {"one of each", "probe_board", &board, "1-2", 2, 2, "2 1", "1+1", NULL},
    {"one big one", "probe_board", &board, "0-2", 3, 3, "2 0 1", "1+2", NULL},
    {"one core", "probe_board", &board, "3", 1, 1, "3", "none", NULL},
    {"more threads than cores", "probe_board", &board, "1-2", 4, 4, "2 1", "1+1", NULL},
    {"capacities alone", "probe_board", &no_clocks, "0-3", 4, 4, "2 3 0 1", "2+2", NULL},

    {"the numbers are others", "odroid_xu4", &odroid, "0-7", 8, 8, "4 5 6 7 0 1 2 3", "4+4", NULL},
    {"two of the big cluster", "odroid_xu4", &odroid, "2-5", 4, 4, "4 5 2 3", "2+2", NULL},
    {"all but one big one", "odroid_xu4", &odroid, "0-6", 7, 7, "4 5 6 0 1 2 3", "3+4", NULL},
    {"fewer workers than big ones", "odroid_xu4", &odroid, "0-7", 3, 3, "4 5 6", "3+0", NULL},
    {"a plan whose little ones are others", "odroid_xu4", &board, "0-7", 8, 8, "4 5 6 7 0 1 2 3",
     "2+0", "4 5"},

    {"more little ones than big ones", "freq_rk3399", &rockchip, "0-5", 6, 6, "4 5 0 1 2 3", "2+4",
     NULL},
    {"three kinds", "freq_phone", &phone, "0-7", 8, 8, "7 4 5 6 0 1 2 3", "1+3+4", NULL},
    {"without the largest", "freq_phone", &phone, "0-6", 7, 7, "4 5 6 0 1 2 3", "0+3+4", NULL},
    {"background tasks of a phone", "freq_phone", &phone, "0-3", 4, 4, "0 1 2 3", "0+0+4", NULL},
    {"busy with three kinds", "freq_phone", &phone, "0-7", 8, 3, "7 4 5 6 0 1 2 3", "1+2+0",
     "7 4 5"},
    {"kinds by frequency", "hybrid_x86", &hybrid, "0-7", 8, 8, "0 1 2 3 4 5 6 7", "4+4", NULL},
    {"efficient ones only", "hybrid_x86", &hybrid, "4-7", 4, 4, "4 5 6 7", "0+4", NULL},

    {"equal cores without capacities", "freq_pi4", &no_clocks, "0-3", 4, 4, "0 1 2 3", "none",
     NULL},
    {"another machine", "freq_pstate", &board, "0-3", 4, 4, "0 1 2 3", "none", NULL},
    {"nothing is known", "none", &board, "0-1", 2, 2, "0 1", "none", NULL},
};

static ks_uint8 kind_of[KSI_MOST_CORES];
static ksi_seating seating;

static void seat(const plan *its, const char *list, int threads) {
  ksi_coreset cores;
  CHECK(ksi_parse_cores(list, &cores));
  ksi_find_kinds(its->kind, its->kinds, &cores, kind_of);
  ksi_seat_threads(&seating, kind_of, &cores, threads);
}

static const char *print_cores(const int *cores, int count) {
  static char text[256];
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < count; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, i > 0 ? " %d" : "%d", cores[i]);
  return text;
}

static void check_seats(const char *wanted) {
  int cores[KSI_MOST_CORES];
  for (int i = 0; i < seating.threads; i++)
    cores[i] = seating.core_of[i];
  check_text("seats", wanted, print_cores(cores, seating.threads));
}

static int choose(int workers) { return ksi_choose_seated(&seating, &made.placed, workers, 0, 0); }

/* Each worker has another core, and one of the kind that it is planned for. */
static void check_workers(int table, const char *wanted) {
  const ks_uint8 *on = made.on[table];
  const int workers = made.table[table].ks_worker_count;
  int thread_of[KSI_MOST_CORES], cores[KSI_MOST_CORES];
  ksi_coreset used = {{0}};
  cores[0] = ksi_take_seats(&seating, on, workers, thread_of);
  for (int i = 0; i < workers; i++) {
    cores[i] = i > 0 ? seating.core_of[thread_of[i]] : cores[0];
    CHECK(kind_of[cores[i]] == on[i] && !ksi_has_core(&used, cores[i]));
    CHECK((i == 0) == (thread_of[i] == 0));
    ksi_add_core(&used, cores[i]);
  }
  if (wanted != NULL)
    check_text("workers", wanted, print_cores(cores, workers));
}

static void check_scene(const scene *it) {
  current = it->name;
  model_load(it->system);
  make_tables(it->its);
  seat(it->its, it->cores, it->threads);
  check_seats(it->seats);
  const int chosen = choose(it->workers);
  check_text("table", it->table, name_of(it->its, chosen));
  if (chosen >= 0)
    check_workers(chosen, it->used != NULL ? it->used : it->seats);
  model_remove();
}

/* All that fits can be seated, whatever else does. */
static void check_all_tables(const char *system, const plan *its, const char *cores, int threads,
                             int wanted) {
  int fitting = 0;
  current = system;
  model_load(system);
  make_tables(its);
  seat(its, cores, threads);
  for (int i = 0; i < made.count; i++)
    if (ksi_has_seats(&seating, made.on[i], made.table[i].ks_worker_count)) {
      check_workers(i, NULL);
      fitting++;
    }
  CHECK(fitting == wanted);
  model_remove();
}

/* The caller on another kind than its own core: on that of a thread that has no rows. */
static void check_caller_elsewhere(void) {
  static const ks_uint8 little[] = {1, 1}, both[] = {1, 1, 0}, upside[] = {1, 0, 0};
  current = "the caller elsewhere";
  model_load("probe_board");
  make_tables(&board);
  seat(&board, "0-3", 4);
  int thread_of[4];
  CHECK(ksi_has_seats(&seating, little, 2) && ksi_take_seats(&seating, little, 2, thread_of) == 1 &&
        thread_of[1] == 2);
  CHECK(ksi_has_seats(&seating, both, 3) && ksi_take_seats(&seating, both, 3, thread_of) == 1 &&
        thread_of[1] == 2 && thread_of[2] == 1);
  /* No thread is on the core that is kept for the caller. */
  CHECK(!ksi_has_seats(&seating, upside, 3));
  model_remove();
}

/* As without them: a core that is offline tells neither figure. */
static void check_offline(void) {
  current = "cores offline";
  model_load("freq_rk3399");
  make_tables(&rockchip);
  model_set("/sys/devices/system/cpu/online", "0-4");
  seat(&rockchip, "0-4", 6);
  check_seats("4 0 1 2 3");
  check_text("table", "1+4", name_of(&rockchip, choose(6)));
  model_remove();
}

static void check_groups(void) {
  static const ks_uint16 two[] = {2, 2}, one[] = {1, 3}, none[] = {1, 1};
  static const ks_uint8 on[] = {0, 1}, wrong[] = {0, 0};
  current = "groups";
  model_load("probe_board");
  seat(&board, "0-3", 4);
  CHECK(ksi_has_neighbouring_seats(&seating, on, 2, two, 0));
  CHECK(!ksi_has_neighbouring_seats(&seating, on, 2, one, 0)); /* the second leader is on core 3 */
  CHECK(!ksi_has_neighbouring_seats(&seating, wrong, 2, two, 0));
  CHECK(ksi_has_neighbouring_seats(&seating, wrong, 2, none, 0));
  CHECK(ksi_has_neighbouring_seats(&seating, on, 2, none, 1)); /* a group of threads 1 and 2 */
  CHECK(!ksi_has_neighbouring_seats(&seating, on, 2, two, 1)); /* there is no thread 4 */
  model_remove();
}

static void check_matching(void) {
  const ks_kind planned[] = {{1024, 2000000}, {377, 1400000}};
  current = "matching";
  CHECK(ksi_match_kind(planned, 2, (ks_kind){1024, 2000000}) == 0);
  CHECK(ksi_match_kind(planned, 2, (ks_kind){1024, 1800000}) == 0); /* a slower specimen */
  CHECK(ksi_match_kind(planned, 2, (ks_kind){400, 1500000}) == 1);
  CHECK(ksi_match_kind(planned, 2, (ks_kind){0, 1400000}) == 1);
  CHECK(ksi_match_kind(planned, 2, (ks_kind){377, 0}) == 1);
  CHECK(ksi_match_kind(planned, 2, (ks_kind){377, 2000000}) == KSI_OTHER_KIND);
  CHECK(ksi_match_kind(planned, 2, (ks_kind){600, 0}) == KSI_OTHER_KIND);
  CHECK(ksi_match_kind(planned, 2, (ks_kind){0, 0}) == KSI_UNKNOWN_KIND);
  const ks_kind by_capacity[] = {{1024, 0}, {377, 0}};
  CHECK(ksi_match_kind(by_capacity, 2, (ks_kind){0, 1400000}) == KSI_UNKNOWN_KIND);
  /* Equal clocks: capacities tell. Equal capacities: clocks do. */
  const ks_kind same_clock[] = {{1024, 1500000}, {450, 1500000}},
                same_size[] = {{1024, 3000000}, {900, 2600000}};
  CHECK(ksi_match_kind(same_clock, 2, (ks_kind){450, 1500000}) == 1);
  CHECK(ksi_match_kind(same_size, 2, (ks_kind){0, 2600000}) == 1);
  CHECK(ksi_match_kind(same_size, 2, (ks_kind){1024, 2900000}) == 0);
}

int main(void) {
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    check_scene(&scenes[i]);
  check_all_tables("odroid_xu4", &odroid, "0-7", 8, 22);
  check_all_tables("odroid_xu4", &odroid, "0-7", 6, 12);
  check_all_tables("odroid_xu4", &odroid, "1-4,6", 5, 9);
  check_all_tables("freq_phone", &phone, "0-7", 8, 36);
  check_caller_elsewhere();
  check_offline();
  check_groups();
  check_matching();
  return 0;
}
