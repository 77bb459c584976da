/* Layers inside layers: groups of every size on 1 to 8 workers give what the sequential order
 * gives, on the threads that were asked for and on no others, nested twice too; and between them
 * layers without groups. KASURI_CORES says how many workers; more than there are cores is fine. */
#include "nested_layers.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK_END _exit(1)
#include "check.h"

#ifdef TSAN
enum { REPEATS = 5, STEPS = 4, THREADS = 3 };
#else
enum { REPEATS = 30, STEPS = 10, THREADS = 3 };
#endif

enum { RINGS = 8, LEADERS = 4 };

static int team_workers;
static int is_strict; /* the caller takes nothing over, and nobody gives way */

typedef enum inside { TABLES, GRAPHS, NOTHING, GROUPS, SOMETIMES } inside;

/* What an outer task does: steps of its rings, by layers inside. */
typedef struct outer_frame {
  ring *rings;
  int count;
  inside way;
  int was_plain;            /* not run by groups */
  int workers[LEADERS];     /* that each leader found in its task, 0 in a leader without one */
  _Atomic uint64_t leaders; /* the threads */
} outer_frame;

static void run_groups(const uint16_t *sizes, uint16_t leaders, void *frame);

static void check_threads(const outer_frame *its, const ring *one, int workers) {
  const int count = __builtin_popcountll(one->who);
  CHECK(count >= 1 && count <= workers);
  CHECK(!its->was_plain || (workers == 1 && one->who == this_bit()));
  CHECK(!is_strict || (count == workers && (one->who & this_bit()) != 0));
}

static void step_rings(outer_frame *its, ring *rings, int count, int workers) {
  for (int step = 0; step < STEPS; step++)
    for (int i = 0; i < count; i++) {
      if (its->way == NOTHING || (its->way == SOMETIMES && (step + i) % 3 == 0)) {
        step_in_order(&rings[i]);
        continue;
      }
      atomic_store(&rings[i].who, 0);
      if (its->way == GRAPHS) {
        ks_run_graph(&ring_graph, &rings[i]);
      } else {
        ks_run(&ring_layer, &rings[i]);
        check_threads(its, &rings[i], workers);
      }
    }
}

static void outer_task(void *frame, uint32_t part, uint32_t parts) {
  static const uint16_t sizes[] = {2, 1, 3};
  outer_frame *its = frame;
  const int begin = (int)ks_chunk_begin(its->count, part, parts),
            count = (int)ks_chunk_begin(its->count, part + 1, parts) - begin,
            workers = ks_workers(&ring_layer);
  atomic_fetch_or(&its->leaders, this_bit());
  its->workers[part] = workers;
  if (its->way != GROUPS) {
    step_rings(its, its->rings + begin, count, workers);
    return;
  }
  outer_frame within = {its->rings + begin, count, TABLES, workers == 1, {0}, 0};
  run_groups(sizes, workers > 4 ? 3 : 2, &within);
  CHECK(__builtin_popcountll(within.leaders) <= workers);
  CHECK(ks_workers(&ring_layer) == workers);
}

/* A layer of so many leaders, a part for each. */
static ks_row outer_rows[LEADERS + 1][LEADERS];
static uint16_t outer_first[LEADERS + 1];
static ks_table outer_tables[LEADERS + 1];
static const ks_task outer_tasks[] = {{outer_task, "outer", 10, 0, 0, 0, 0}};

static void make_outer_tables(void) {
  for (uint16_t leaders = 1; leaders <= LEADERS; leaders++) {
    outer_first[leaders] = leaders;
    for (uint16_t i = 0; i < leaders; i++)
      outer_rows[leaders][i] = (ks_row){0, i, leaders, 0, 0, KS_LEVEL_KEEP, KS_IDLE_SPIN, 1000};
    outer_tables[leaders] = (ks_table){leaders, 1, outer_first, outer_rows[leaders], NULL};
  }
}

static void run_groups(const uint16_t *sizes, uint16_t leaders, void *frame) {
  const uint16_t *const all_sizes[] = {sizes};
  const ks_groups groups = {
      {KS_ABI_VERSION, "groups", outer_tasks, &outer_tables[leaders], 1, 1, NULL}, all_sizes};
  ks_run_groups(&groups, frame);
}

static void fill_rings(ring *rings, int count) {
  for (int i = 0; i < count; i++) {
    atomic_store(&rings[i].who, 0);
    for (int p = 0; p < PARTS; p++) {
      rings[i].a[p] = (uint64_t)(i * 100 + p);
      rings[i].b[p] = (uint64_t)(i + p);
    }
  }
}

static void check_rings(const ring *rings, int steps) {
  ring expected[RINGS];
  fill_rings(expected, RINGS);
  for (int i = 0; i < RINGS; i++) {
    for (int step = 0; step < steps; step++)
      step_in_order(&expected[i]);
    CHECK(memcmp(expected[i].a, rings[i].a, sizeof rings[i].a) == 0);
    CHECK(memcmp(expected[i].b, rings[i].b, sizeof rings[i].b) == 0);
  }
}

static const struct shape {
  uint16_t leaders, sizes[LEADERS];
} shapes[] = {{2, {2, 2}},       {2, {1, 1}},    {2, {3, 1}},       {2, {1, 3}},
              {2, {4, 4}},       {2, {6, 2}},    {2, {0, 7}},       {3, {2, 3, 3}},
              {3, {1, 1, 4}},    {3, {4, 1, 3}}, {4, {2, 2, 2, 2}}, {4, {5, 1, 1, 1}},
              {4, {8, 8, 8, 8}}, {1, {8}}};

static int least(int a, int b) { return a < b ? a : b; }

/* Each group is as large as was asked for, or all together are as large as the team. */
static void check_sizes(const struct shape *it, const outer_frame *frame) {
  int wanted = 0, had = 0;
  const int leaders = it->leaders <= team_workers && team_workers > 1 ? it->leaders : 1;
  for (int i = 0; i < it->leaders; i++)
    wanted += it->sizes[i] > 1 ? it->sizes[i] : 1;
  for (int i = 0; i < leaders; i++) {
    const int size = it->sizes[i] > 1 ? it->sizes[i] : 1;
    CHECK(frame->workers[i] >= is_strict && frame->workers[i] <= size);
    CHECK(!is_strict || wanted > team_workers || frame->workers[i] == size);
    had += frame->workers[i];
  }
  CHECK(had <= team_workers);
  if (is_strict && leaders == it->leaders && team_workers > 1)
    CHECK(had == least(wanted, team_workers) &&
          __builtin_popcountll(frame->leaders) == it->leaders);
}

static void groups_of(const struct shape *it, inside way) {
  ring rings[RINGS];
  outer_frame frame = {rings, RINGS, way, 0, {0}, 0};
  fill_rings(rings, RINGS);
  run_groups(it->sizes, it->leaders, &frame);
  check_rings(rings, STEPS);
  check_sizes(it, &frame);
}

/* The near miss: rows of a layer without groups run their layers alone. */
static void plain_rows(void) {
  ring rings[RINGS];
  outer_frame frame = {rings, RINGS, TABLES, 1, {0}, 0};
  const ks_layer layer = {KS_ABI_VERSION, "plain", outer_tasks, &outer_tables[2], 1, 1, NULL};
  fill_rings(rings, RINGS);
  ks_run(&layer, &frame);
  check_rings(rings, STEPS);
  CHECK(frame.workers[0] == 1 && frame.workers[1] <= 1);
}

/* All workers again, each with its own rows. */
static void whole_team(void) {
  ring one;
  fill_rings(&one, 1);
  for (int step = 0; step < STEPS; step++) {
    ring expected = one;
    atomic_store(&one.who, 0);
    ks_run(&ring_layer, &one);
    step_in_order(&expected);
    CHECK(memcmp(expected.a, one.a, sizeof one.a) == 0 &&
          memcmp(expected.b, one.b, sizeof one.b) == 0);
    CHECK(!is_strict || __builtin_popcountll(one.who) == team_workers);
  }
}

/* Of several tables the last that can be had whole; if none, the last whose leaders can. */
static void several_tables(void) {
  static const uint16_t three[] = {2, 1}, four[] = {2, 2}, six[] = {2, 2, 2}, nine[] = {3, 3, 3};
  static const uint16_t *const sizes[] = {three, four, six, nine};
  const ks_table tables[] = {outer_tables[2], outer_tables[2], outer_tables[3], outer_tables[3]};
  ks_groups groups = {{KS_ABI_VERSION, "tables", outer_tasks, tables, 1, 4, NULL}, sizes};
  const int expected[] = {0, 1, 2, 2, 2, 2, 3, 3, 3};
  CHECK(is_strict ? ks_workers_of_groups(&groups) == expected[team_workers]
                  : ks_workers_of_groups(&groups) <= expected[team_workers]);
  ring rings[RINGS];
  outer_frame frame = {rings, RINGS, TABLES, 0, {0}, 0};
  fill_rings(rings, RINGS);
  ks_run_groups(&groups, &frame);
  check_rings(rings, STEPS);
  if (is_strict && team_workers == 4)
    CHECK(frame.workers[0] == 2 && frame.workers[1] == 2);
  groups.ks_described.ks_abi++;
  CHECK(ks_workers_of_groups(&groups) == 1);
}

/* errno and floating-point flags of the innermost tasks come to the caller. */
static void innermost(void *frame, uint32_t part, uint32_t parts) {
  (void)frame;
  CHECK(errno == 0);
  if (part + 1 == parts) {
    errno = ERANGE;
    feraiseexcept(FE_DIVBYZERO);
  }
}

static void middle(void *frame, uint32_t part, uint32_t parts) {
  static const ks_task task = {innermost, "innermost", 0, 0, 0, 0, 0};
  ks_layer layer = ring_layer;
  layer.ks_tasks = (const ks_task[]){task, task};
  errno = EINTR;
  ks_run(&layer, frame);
  CHECK(errno == ERANGE);
  errno = part + 1 < parts ? EDOM : 0;
}

static void errno_and_flags(void) {
  static const uint16_t sizes[] = {2, 3};
  static const uint16_t *const all_sizes[] = {sizes};
  static const ks_task task = {middle, "middle", 0, 0, 0, 0, 0};
  const ks_groups groups = {{KS_ABI_VERSION, "errno", &task, &outer_tables[2], 1, 1, NULL},
                            all_sizes};
  const int is_parallel = ks_workers_of_groups(&groups) > 1;
  feclearexcept(FE_ALL_EXCEPT);
  errno = EPERM;
  ks_run_groups(&groups, NULL);
  CHECK(errno == (is_parallel ? EDOM : EPERM) || !is_strict);
  CHECK(fetestexcept(FE_DIVBYZERO) != 0);
}

/* Layers of which measurements say whether they pay: inside, nobody asks. */
static void measured_layers(void) {
  static ks_measured outer_record, inner_record;
  static const uint16_t sizes[] = {2, 2};
  static const uint16_t *const all_sizes[] = {sizes};
  const ks_groups groups = {
      {KS_ABI_VERSION, "measured", outer_tasks, &outer_tables[2], 1, 1, &outer_record}, all_sizes};
  ring_layer.ks_record = &inner_record;
  for (int i = 0; i < REPEATS; i++) {
    ring rings[RINGS];
    outer_frame frame = {rings, RINGS, TABLES, 0, {0}, 0};
    fill_rings(rings, RINGS);
    ks_run_groups(&groups, &frame);
    check_rings(rings, STEPS);
  }
  CHECK(inner_record.ks_run_ns == 0);
  ring_layer.ks_record = NULL;
}

static void *application_thread(void *unused) {
  for (int i = 0; i < REPEATS; i++)
    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
      ring rings[RINGS];
      outer_frame frame = {rings, RINGS, (inside)((size_t)i % 5), 0, {0}, 0};
      fill_rings(rings, RINGS);
      run_groups(shapes[shape].sizes, shapes[shape].leaders, &frame);
      check_rings(rings, STEPS);
    }
  return unused;
}

static void several_threads(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, application_thread, NULL) == 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}

int main(void) {
  const char *cores = getenv("KASURI_CORES"), *adapt = getenv("KASURI_ADAPT");
  team_workers = cores != NULL ? atoi(cores) : 1;
  is_strict = adapt != NULL && adapt[0] == '0';
  make_ring_tables();
  make_ring_graph();
  make_outer_tables();
  for (int i = 0; i < REPEATS; i++)
    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
      groups_of(&shapes[shape], (inside)((size_t)i % 5));
      if (shape % 4 == 0)
        whole_team();
      if (shape % 4 == 1)
        plain_rows();
      if (i % 20 == 0 && shape % 8 == 2)
        usleep(2000); /* until all sleep */
    }
  several_tables();
  errno_and_flags();
  measured_layers();
  several_threads();
  return 0;
}
