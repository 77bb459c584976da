// Time steps between grids that change places by their pointers become nests with a copy of the body for each place.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
// RUN: kasuri %s -Rkasuri -o %t -- -O2 2>&1 | FileCheck %s --check-prefix=REMARK
enum { N = 1200 };
typedef double row[N];

typedef struct {
  int height, width;
  double *cells;
} grid;

static inline double *cell(const grid *g, int i, int j) { return g->cells + (long)i * g->width + j; }

static void relax(grid *to, const grid *from) {
  for (int i = 1; i < from->height - 1; i++)
    for (int j = 1; j < from->width - 1; j++)
      *cell(to, i, j) = 0.5 * (*cell(from, i - 1, j) + *cell(from, i + 1, j));
}

// CHECK: nest {{.*}}changing-places.c:[[#@LINE+3]]:3 tiled {{[0-9]+x[0-9]+}} over 't' and 'i', skewed by {{[0-9]+}}, 2 iterations at a time, in which 'next' and 'now' change places, with 'relax' inlined
// REMARK: :[[#@LINE+2]]:3: remark: loop nest reordered: tiled {{.*}}, 2 iterations at a time, in which 'next' and 'now' change places, with 'relax' inlined; {{.*}} [Reordered]
grid *with_calls(grid *now, grid *next, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(next, now);
    grid *old = now;
    now = next;
    next = old;
  }
  return now;
}

// CHECK: nest {{.*}}changing-places.c:[[#@LINE+2]]:3 tiled {{.*}}, 3 iterations at a time, in which 'after', 'before' and 'now' change places
row *three(row *before, row *now, row *after, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 0; j < N; j++)
        after[i][j] = now[i - 1][j] + now[i + 1][j] - before[i][j];
    row *kept = before;
    before = now;
    now = after;
    after = kept;
  }
  return now;
}

// CHECK: nest {{.*}}changing-places.c:[[#@LINE+2]]:3 tiled {{.*}}, with 'relax' inlined
void there_and_back(grid *a, grid *b, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(b, a);
    relax(a, b);
  }
}

// CHECK: grid *with_calls(
// CHECK-NEXT: { /* kasuri: after 2 iterations, 'next' and 'now' point to what they did before */
// CHECK: int t_next = 0; const int t_rounds = 0 < (steps) ? (steps) / 2 : 0;
// CHECK: (next_height == now_height)) && (next_width == now_width)) &&
// CHECK: for (int t_tile = 0; t_tile < t_rounds; t_tile += 16) {
// CHECK: *cell(next, i, j) = 0.5 * (*cell(now, i - 1, j) + *cell(now, i + 1, j));
// CHECK: *cell(now, i, j) = 0.5 * (*cell(next, i - 1, j) + *cell(next, i + 1, j));
// CHECK: t_next = 2 * t_rounds;
// CHECK-NEXT: }
// CHECK: for (int t = t_next; t < steps; t++) {
// CHECK-NEXT: relax(next, now);
// CHECK-NEXT: grid *old = now;

// CHECK: row *three(
// CHECK: t_next_1 = 3 * t_rounds_1;
