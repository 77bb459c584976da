// Of sums in loops over sizes that are known at run time only, GCC's account says what is fused unless it may have unrolled
// the loop as a whole: the new order is for longer ones.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -march=haswell | FileCheck %s
struct grid {
  int height, width;
  double *cells;
};

static double *cell(const struct grid *g, int i, int j) { return &g->cells[(long)i * g->width + j]; }

// CHECK: {{^}}nest {{.*}}symbolic-fusion.c:[[#@LINE+2]]:3 tiled
void waves(struct grid *e, struct grid *h, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < e->height; i++)
      for (int j = 0; j < e->width; j++)
        *cell(e, i, j) -= 0.5 * (*cell(h, i, j) - *cell(h, i - 1, j));
    for (int i = 0; i < h->height - 1; i++)
      for (int j = 0; j < h->width - 2; j++)
        *cell(h, i, j) -= 0.65 * (*cell(e, i + 1, j) - *cell(e, i, j));
  }
}

// Its longest line has one element less than the nest has rows.
// CHECK: {{^}}nest {{.*}}symbolic-fusion.c:[[#@LINE+2]]:3 {{.*}}innermost
void lower(struct grid *to, const struct grid *from, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 1; i < n; i++)
      for (int k = 0; k < i; k++)
        *cell(to, i, j) -= 0.2 * (*cell(from, k, j) - *cell(from, k, i));
}

// CHECK: void waves(
// CHECK: {{1.0}} * e_width{{_*}} > 16 &&
// CHECK: {{1.0}} * h_width{{_*}} > 18
// CHECK: *cell(e, i, j) = {{__builtin_fma}}(-(double)(0.5), (*cell(h, i, j) - *cell(h, i - 1, j)), *cell(e, i, j));
// CHECK: void lower(
// CHECK: {{1.0}} * n > 17
