/* Loops whose functions keep statistics on the way: counters in globals and in handles, at any depth. */
#include "suite.h"

enum { CELLS = 512, KINDS = 8 };

struct statistics {
  long lookups, misses, visited;
  unsigned flags;
  int deepest, kinds[KINDS];
};
struct engine {
  struct statistics statistics;
  int table[CELLS], limit;
};

static int queries[CELLS], answers[CELLS];
static long evaluations, rejected, tickets, spent;
static double heat[CELLS], spread[CELLS], total;

static int lookup(struct engine *e, int key) {
  e->statistics.lookups++;
  int at = (key * 37 + 11) % CELLS;
  /* sequential: carried(at misses) */
  while (e->table[at] > key) {
    e->statistics.misses++;
    at = (at + 7) % CELLS;
    if (at % 5 == 0)
      break;
  }
  return e->table[at];
}

static void look_up_all(struct engine *e, int n) {
  /* parallel: reduction(lookups misses) */
  for (int i = 0; i < n; i++)
    answers[i] = lookup(e, queries[i]);
}

static int descend(struct engine *e, int node, int depth) {
  e->statistics.visited++;
  e->statistics.flags |= 1u << (node & 15);
  if (depth >= e->limit)
    return node & 63;
  return descend(e, node * 3 + 1, depth + 1) + descend(e, node / 2, depth + 1);
}

static void search_all(struct engine *e, int n) {
  /* parallel: reduction(visited flags) */
  for (int i = 0; i < n; i++)
    answers[i] += descend(e, queries[i], 0);
}

static double evaluate(double x) {
  evaluations++;
  return x * x - 0.5 * x;
}

static double integrate(double from, double to, int steps) {
  double sum = 0;
  /* parallel: reduction(sum evaluations) */
  for (int k = 0; k < steps; k++)
    sum += evaluate(from + (to - from) * k / steps);
  return sum;
}

static void integrate_all(int n) {
  /* parallel: reduction(evaluations) */
  for (int i = 0; i < n; i++)
    spread[i] = integrate(0, heat[i], 16);
}

static int is_valid(int value, int least) {
  if (value >= least)
    return 1;
  rejected++;
  return 0;
}

static void filter_all(int n, int least) {
  /* parallel: reduction(rejected) */
  for (int i = 0; i < n; i++)
    if (is_valid(queries[i], least) && is_valid(answers[i], 0))
      answers[i] += 2;
}

static void *counted_block(size_t bytes) {
  spent += (long)bytes;
  return malloc(bytes);
}

static void allocate_all(int n) {
  /* parallel: reduction(spent) private(block) */
  for (int i = 0; i < n; i++) {
    int *block = counted_block(sizeof *block * 4);
    if (!block)
      abort();
    block[0] = queries[i];
    block[1] = block[0] * 3;
    answers[i] ^= block[1];
    free(block);
  }
}

static int measured(struct statistics *s, int value, int depth) {
  if (depth > s->deepest)
    s->deepest = depth;
  return depth > 0 ? measured(s, value / 2, depth - 1) + 1 : value;
}

static void measure_all(struct engine *e, int n) {
  /* parallel: reduction(deepest) */
  for (int i = 0; i < n; i++)
    answers[i] += measured(&e->statistics, queries[i], (queries[i] & 7) + e->limit);
}

#define TALLY(s, what) ((s)->what++)
#define LONGEST(a, b) ((a) > (b) ? (a) : (b))

static const int steps[] = {3, 1, 4, 1, 5};

static int stepped(struct statistics *s, int value) {
  int done = 0;
  /* sequential: carried(value visited) */
  while (value > 4) {
    TALLY(s, visited);
    value -= steps[value % 5];
    done++;
  }
  s->deepest = LONGEST(s->deepest, done);
  return done;
}

static void step_all(struct engine *e, int n) {
  /* parallel: reduction(visited deepest) */
  for (int i = 0; i < n; i++)
    answers[i] ^= stepped(&e->statistics, queries[i] & 127);
}

static int best, best_at;

static int noted_best(int value, int at) {
  if (value > best) {
    best = value;
    best_at = at;
  }
  return value & 3;
}

static void note_all(int n) {
  /* parallel: reduction(best best_at) */
  for (int i = 0; i < n; i++)
    answers[i] += noted_best(queries[i], i);
}

static int pruned_at(int value) {
  if (value > best)
    best = value;
  return value < best / 2;
}

static void prune_all(int n) {
  /* sequential: carried(best) */
  for (int i = 0; i < n; i++)
    answers[i] += pruned_at(queries[i]);
}

static int sorted_in(struct statistics *s, int value) {
  s->kinds[value & (KINDS - 1)]++;
  return value / KINDS;
}

static void sort_all(struct engine *e, int n) {
  /* parallel: reduction(kinds) */
  for (int i = 0; i < n; i++)
    answers[i] -= sorted_in(&e->statistics, queries[i]) + e->table[i];
}

static double warmed(double value) {
  total += value;
  return value * 0.5;
}

static void warm_all(int n) {
  /* parallel: reduction(total) */
  for (int i = 0; i < n; i++)
    spread[i] += warmed(heat[i]);
}

static int numbered(int value) { return value + (int)tickets++; }

static void number_all(int n) {
  /* sequential: carried(tickets) */
  for (int i = 0; i < n; i++)
    answers[i] = numbered(answers[i] & 255);
}

static int limited(struct engine *e, int value) {
  e->statistics.lookups += value & 3;
  return e->statistics.lookups > 3000 ? 0 : value;
}

static void limit_all(struct engine *e, int n) {
  /* sequential: carried(lookups) */
  for (int i = 0; i < n; i++)
    answers[i] += limited(e, queries[i]);
}

static int both(struct engine *e, int value) {
  e->statistics.misses += value & 1;
  if (value % 61 == 0)
    e->statistics.misses = value;
  return value;
}

static void set_all(struct engine *e, int n) {
  /* sequential: carried(misses) */
  for (int i = 0; i < n; i++)
    answers[i] += both(e, queries[i]);
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, CELLS, CELLS);
  static struct engine engine = {.limit = 4};
  suite_ints(engine.table, CELLS, 0, 900);
  suite_ints(queries, CELLS, 1, 900);
  suite_doubles(heat, CELLS);
  look_up_all(&engine, n);
  search_all(&engine, n);
  integrate_all(n);
  filter_all(n, 40);
  allocate_all(n);
  measure_all(&engine, n);
  step_all(&engine, n);
  note_all(n);
  best = 0;
  prune_all(n);
  sort_all(&engine, n);
  warm_all(n);
  suite_show("answers", answers, sizeof answers);
  number_all(n);
  limit_all(&engine, n);
  set_all(&engine, n);
  suite_show("answers", answers, sizeof answers);
  suite_show("spread", spread, sizeof spread);
  suite_show("statistics", &engine.statistics, sizeof engine.statistics);
  printf("%d %d\n", best, best_at);
  printf("%ld %ld %ld %ld %.17g\n", evaluations, rejected, tickets, spent, total);
  return 0;
}
