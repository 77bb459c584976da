// A function of which only reordered nests have the loops is not compared with the source: it is one of their lines. The loop
// around its call may end with the call.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 -Rkasuri -- -O3 -march=haswell 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=EMITTED %s < %t/fused-inlined.c
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

static void solve_column(const struct matrix *l, struct matrix *x, int j) {
  for (int i = 0; i < l->rows; i++) {
    double rest = *at(x, i, j);
    for (int k = 0; k < i; k++)
      rest -= *at(l, i, k) * *at(x, k, j);
    *at(x, i, j) = rest / *at(l, i, i);
  }
}

// CHECK: fused-inlined.c:[[#@LINE+2]]:3: remark: loop nest reordered: {{.*}} with 'solve_column' inlined; {{.*}}, and runs in parallel
void solve(const struct matrix *l, struct matrix *x) {
  for (int j = 0; j < x->cols; j++)
    solve_column(l, x, j);
}
// EMITTED: {{^}}  if (ks_has_others() && ks_workers(&ks_solve
