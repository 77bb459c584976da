/* The three graphs of "Gedae Runtime Kernel Performance Characterization", with their shapes:
 *
 *   rt_stap_easy   66 primitives in one static schedule: 22 channels in three phases, each of which
 *                  needs all of the one before it (as space-time processing turns its data);
 *   e_comm         19 primitives in 4 static schedules, joined by 3 dynamic queues;
 *   noise_removal  55 primitives in 5 static schedules, joined by dynamic queues with segments. A
 *                  distributor gives each segment to one of 3 exclusive branches of 16 primitives;
 *                  one of each branch uses the state that all three share. (The document counts 5
 *                  queues. Here the branches have two each, and one tells the merge the order.)
 *
 * The first is a layer with a table. The other two are dynamic layers, which do what the document's
 * dynamic scheduler does: a node is one firing of a schedule, which reads a view of its queue in
 * place, fires its primitives one after the other, and publishes in the next queue. A schedule's
 * firings are in order, as are those that share the state; all else may overlap, on two cores.
 *
 * Every primitive is a call of `apply`, of about US microseconds. Printed are, for each graph, the
 * efficiency (what the applies take by themselves, of the time of both cores), the overhead for
 * each apply in seconds, and how many there were. What the applies take by themselves is measured
 * in turn, as one long task on each core at the same time. */
#include "../epcc/patterns.h"

#include <kasuri/kasuri.h>
#include <kasuri/queue.h>

enum { US = 35, CHANNELS = 22, PHASES = 3, ROUNDS = 15, PASSES = 12, BLOCK = 64 };

static int length = 1000; /* of the delay that takes US */

static void apply(void) { delay(length); }

static void fire(int primitives) {
  for (int i = 0; i < primitives; i++)
    apply();
}

static void check(int condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "gedae: %s\n", what);
  exit(1);
}

/* --- Both cores with one long task each: the work alone. --- */

enum { ALONE = 200 };

static void work_alone(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  (void)part;
  fire(ALONE * THREADS / (int)parts);
}

static ks_layer alone, stap;

static void describe(ks_layer *layer, ks_table *table, ks_task *task, const char *name) {
  *layer = (ks_layer){.ks_abi = KS_ABI_VERSION,
                      .ks_name = name,
                      .ks_tasks = task,
                      .ks_tables = table,
                      .ks_task_count = 1,
                      .ks_table_count = 1};
}

static void make_alone(void) {
  static ks_row rows[THREADS];
  static ks_uint16 first[THREADS + 1];
  static ks_task task = {work_alone, "alone", 1, 0, 0, 0, 0};
  static ks_table table = {THREADS, 1, first, rows, NULL};
  for (int worker = 0; worker < THREADS; worker++) {
    rows[worker] =
        (ks_row){.ks_part = (ks_uint16)worker, .ks_parts = THREADS, .ks_level = KS_LEVEL_KEEP};
    first[worker + 1] = (ks_uint16)(worker + 1);
  }
  describe(&alone, &table, &task, "alone");
}

/* --- rt_stap_easy --- */

static void primitive(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  (void)part;
  fire(parts == 1 ? CHANNELS * PHASES : 1);
}

/* Each worker has half of the channels; its first row of a phase waits for the other's last of the
 * phase before. */
static void make_stap(void) {
  enum { EACH = CHANNELS / THREADS * PHASES };
  static ks_row rows[EACH * THREADS];
  static ks_wait waits[PHASES * THREADS];
  static ks_uint16 first[THREADS + 1];
  static ks_task task = {primitive, "apply", 1, 0, 0, 0, 0};
  static ks_table table = {THREADS, EACH, first, rows, waits};
  int row = 0, wait = 0;
  for (int worker = 0; worker < THREADS; worker++) {
    for (int i = 0; i < EACH; i++) {
      rows[row] = (ks_row){.ks_part = (ks_uint16)row,
                           .ks_parts = EACH * THREADS,
                           .ks_level = KS_LEVEL_KEEP,
                           .ks_first_wait = (ks_uint16)wait,
                           .ks_cost_ns = US * 1000};
      if (i > 0 && i % (CHANNELS / THREADS) == 0) {
        rows[row].ks_wait_count = 1;
        waits[wait++] = (ks_wait){(ks_uint16)(1 - worker), (ks_uint16)i};
      }
      row++;
    }
    first[worker + 1] = (ks_uint16)row;
  }
  describe(&stap, &table, &task, "rt_stap_easy");
}

/* --- Dynamic graphs: STEPS firings of each of some schedules. --- */

enum { STEPS = 240, MOST_KINDS = 6, AHEAD = 8, MOST_AFTERS = 6 };

typedef struct dynamic {
  ks_graph graph;
  ks_task task;
  ks_node nodes[STEPS * MOST_KINDS];
  ks_uint32 afters[STEPS * MOST_KINDS * MOST_AFTERS];
  int kinds;
  /* Whether the firing `kind` of step `step` waits for `other` of `earlier`. */
  int (*waits)(int step, int kind, int earlier, int other);
} dynamic;

static void make_dynamic(dynamic *made, const char *name, ks_task_fn firing) {
  ks_uint32 afters = 0;
  const int nodes = STEPS * made->kinds;
  made->task = (ks_task){firing, name, 1, 0, 0, 0, 0};
  for (int i = 0; i < nodes; i++) {
    ks_node *node = &made->nodes[i];
    node->ks_part = (ks_uint16)i;
    node->ks_parts = (ks_uint16)nodes;
    node->ks_first_after = afters;
    for (int k = i + 1; k < nodes && k < i + (AHEAD + 1) * made->kinds; k++)
      if (made->waits(k / made->kinds, k % made->kinds, i / made->kinds, i % made->kinds)) {
        made->afters[afters++] = (ks_uint32)k;
        made->nodes[k].ks_before++;
      }
    node->ks_after_count = afters - node->ks_first_after;
  }
  made->graph = (ks_graph){
      {.ks_abi = KS_ABI_VERSION, .ks_name = name, .ks_tasks = &made->task, .ks_task_count = 1},
      (ks_uint32)nodes,
      made->nodes,
      made->afters};
}

static void publish(ks_queue *to, float first) {
  void *room;
  check(ks_await_room(to, BLOCK, &room) == KS_READY, "no room");
  for (int i = 0; i < BLOCK; i++)
    ((float *)room)[i] = first + (float)i;
  check(ks_publish_tokens(to, BLOCK) == KS_READY, "not published");
}

static float consume(ks_queue *from) {
  ks_view view;
  check(ks_await_tokens(from, BLOCK, &view) == KS_READY && view.ks_count == BLOCK, "no tokens");
  float first = ((float *)view.ks_tokens)[0];
  check(ks_release_tokens(from, BLOCK) == KS_READY, "not released");
  return first;
}

/* --- e_comm: schedules of 5, 5, 5 and 4 primitives. --- */

enum { SCHEDULES = 4 };

static ks_queue *comm_queue[SCHEDULES - 1];
static float comm_seen;

static void fire_comm(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  for (ks_uint32 i = part; i < (parts == 1 ? STEPS * SCHEDULES : part + 1); i++) {
    const int kind = (int)i % SCHEDULES;
    const float token = kind > 0 ? consume(comm_queue[kind - 1]) : (float)(i / SCHEDULES);
    fire(kind < 3 ? 5 : 4);
    if (kind < SCHEDULES - 1)
      publish(comm_queue[kind], token);
    else
      comm_seen += token;
  }
}

/* After its own last firing, its producer's, and its consumer's of AHEAD steps before. */
static int comm_waits(int step, int kind, int earlier, int other) {
  return (other == kind && earlier == step - 1) || (other == kind - 1 && earlier == step) ||
         (other == kind + 1 && earlier == step - AHEAD);
}

static dynamic comm = {.kinds = SCHEDULES, .waits = comm_waits};

/* --- noise_removal: source and distributor 4, branch 7 + 1 with the state + 8, merge 3. A step is
 * a segment. --- */

enum { SOURCE, BEFORE_STATE, STATE, BEHIND_STATE, MERGE, KINDS, BRANCHES = 3 };

static ks_queue *branch_in[BRANCHES], *branch_out[BRANCHES], *order;
static float state, noise_seen;

static ks_uint32 select_branch(void *unused, ks_uint64 segment) {
  (void)unused;
  return (ks_uint32)(segment % BRANCHES);
}

static ks_split split = {branch_in, BRANCHES, NULL, select_branch, NULL, NULL};
static ks_merge merge = {.ks_branches = branch_out, .ks_branch_count = BRANCHES};
static float passing[STEPS];

static void begin_branch(int step) {
  ks_queue *from = branch_in[step % BRANCHES];
  ks_view view;
  check(ks_await_tokens(from, BLOCK, &view) == KS_SEGMENT_BEGIN, "no begin");
  passing[step] = consume(from);
  fire(7);
  check(ks_await_tokens(from, BLOCK, &view) == KS_SEGMENT_END, "no end");
}

static void end_branch(int step) {
  ks_queue *to = branch_out[step % BRANCHES];
  fire(8);
  check(ks_begin_segment(to, (ks_uint64)step) == KS_READY, "no begin");
  publish(to, passing[step]);
  check(ks_end_segment(to) == KS_READY, "no end");
}

static void distribute(int step) {
  fire(4);
  check(ks_begin_split_segment(&split, (ks_uint64)step) == KS_READY, "no begin");
  publish(split.ks_open, (float)step);
  check(ks_end_split_segment(&split) == KS_READY, "no end");
}

static void merge_segment(int step) {
  ks_view view;
  check(ks_await_merged(&merge, BLOCK, &view) == KS_SEGMENT_BEGIN, "no begin");
  check(ks_await_merged(&merge, BLOCK, &view) == KS_READY, "no tokens");
  check(((float *)view.ks_tokens)[0] == (float)step, "wrong order");
  noise_seen += ((float *)view.ks_tokens)[0];
  check(ks_release_merged(&merge, BLOCK) == KS_READY, "not released");
  fire(3);
  check(ks_await_merged(&merge, BLOCK, &view) == KS_SEGMENT_END, "no end");
}

static void fire_noise(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  for (ks_uint32 i = part; i < (parts == 1 ? STEPS * KINDS : part + 1); i++) {
    const int step = (int)i / KINDS;
    switch ((int)i % KINDS) {
    case SOURCE:
      distribute(step);
      break;
    case BEFORE_STATE:
      begin_branch(step);
      break;
    case STATE:
      apply();
      state = state * 0.5F + passing[step];
      break;
    case BEHIND_STATE:
      end_branch(step);
      break;
    default:
      merge_segment(step);
    }
  }
}

/* Source, state and merge go on in order; the two ends of a branch after what the same branch did
 * for its last segment. */
static int noise_waits(int step, int kind, int earlier, int other) {
  const int every = kind == BEFORE_STATE || kind == BEHIND_STATE ? BRANCHES : 1;
  return (other == kind && earlier == step - every) || (other == kind - 1 && earlier == step) ||
         (kind == SOURCE && other == MERGE && earlier == step - AHEAD);
}

static dynamic noise = {.kinds = KINDS, .waits = noise_waits};

static ks_queue *new_queue(size_t bytes, size_t capacity, size_t view) {
  ks_queue *made = ks_make_queue(bytes, capacity, view);
  check(made != NULL, "no queue");
  return made;
}

static void make_queues(void) {
  const size_t room = (AHEAD + 1) * (BLOCK + 2);
  for (int i = 0; i < SCHEDULES - 1; i++)
    comm_queue[i] = new_queue(sizeof(float), room, BLOCK);
  for (int i = 0; i < BRANCHES; i++) {
    branch_in[i] = new_queue(sizeof(float), room, BLOCK);
    branch_out[i] = new_queue(sizeof(float), room, BLOCK);
  }
  order = new_queue(sizeof(ks_sent), (AHEAD + 1) * 2, 1);
  split.ks_order = merge.ks_order = order;
}

static double run_alone(void) {
  uint64_t begin = now_ns();
  ks_run(&alone, NULL);
  return (double)(now_ns() - begin) / ALONE;
}

static double run_stap(void) {
  uint64_t begin = now_ns();
  for (int i = 0; i < PASSES; i++)
    ks_run(&stap, NULL);
  return (double)(now_ns() - begin);
}

static double run_dynamic(const dynamic *of) {
  uint64_t begin = now_ns();
  ks_run_graph(&of->graph, NULL);
  return (double)(now_ns() - begin);
}

static double run_comm(void) { return run_dynamic(&comm); }
static double run_noise(void) { return run_dynamic(&noise); }

static void print_graph(const char *name, double (*run)(void), int applies) {
  double efficiency[ROUNDS], overhead[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) {
    double before = run_alone(), elapsed = run(), behind = run_alone();
    double each = (before + behind) / 2;
    efficiency[i] = applies * each / (THREADS * elapsed);
    overhead[i] = (THREADS * elapsed / applies - each) / 1e9;
  }
  qsort(efficiency, ROUNDS, sizeof *efficiency, by_value);
  qsort(overhead, ROUNDS, sizeof *overhead, by_value);
  printf("%s %.6f %.3e %d\n", name, efficiency[ROUNDS / 2], overhead[ROUNDS / 2], applies);
}

static void calibrate(void) {
  for (int i = 0; i < 5; i++) {
    double each = run_alone();
    length = (int)(length * (US * 1000.0 / each));
  }
}

int main(void) {
  make_alone();
  make_stap();
  make_queues();
  make_dynamic(&comm, "e_comm", fire_comm);
  make_dynamic(&noise, "noise_removal", fire_noise);
  check(ks_workers(&alone) == THREADS, "needs two cores");
  calibrate();
  print_graph("rt_stap_easy", run_stap, PASSES * CHANNELS * PHASES);
  print_graph("e_comm", run_comm, STEPS * 19);
  print_graph("noise_removal", run_noise, STEPS * (4 + 16 + 3));
  printf("apply %.2f us\n", run_alone() / 1000);
  return comm_seen == 0 || noise_seen == 0;
}
