// Scratch memory that another function allocated and a member leads to: the loop stays sequential, and the help
// names a rewrite that makes it parallel, as it does in the last function.
// RUN: kasuri %s -Rkasuri-missed -Rkasuri -o %t --min-gain=0 -- 2>&1 | FileCheck %s
// RUN: kasuri %s --stop-after=analysis --dump=analysis -- | FileCheck %s --check-prefix=VERDICT
#include <stdlib.h>

struct work {
  int n;
  double *scratch;
};
double x[64][64], y[64][64];

static struct work *create(int n) {
  struct work *w = malloc(sizeof *w);
  if (!w)
    abort();
  w->n = n;
  w->scratch = malloc((size_t)n * sizeof *w->scratch);
  return w;
}

static void filter(double *scratch, int n, int ch) {
  for (int i = 0; i < n; i++)
    scratch[i] = x[ch][i] * 2;
  for (int i = 0; i < n; i++)
    y[ch][i] = scratch[n - 1 - i];
}

static void of_member(struct work *w) {
  int n = w->n;
  double *scratch = w->scratch;
  // CHECK: :[[#@LINE+2]]:3: remark: loop stays sequential: all iterations use the same memory 'scratch' as scratch, and its size is not known where the loop stands [SharedScratch]
  // CHECK: help: allocate it in this function, in front of the loop, by a size that local variables give, and pass it on
  for (int ch = 0; ch < 64; ch++) {
    for (int i = 0; i < n; i++)
      scratch[i] = x[ch][i] * 2;
    for (int i = 0; i < n; i++)
      y[ch][i] = scratch[n - 1 - i];
  }
}

static void rewritten(struct work *w) {
  int n = w->n;
  double *scratch = malloc((size_t)n * sizeof *scratch);
  // VERDICT: loop {{.*}}:[[#@LINE+1]]:3 parallel private(scratch)
  for (int ch = 0; ch < 64; ch++)
    filter(scratch, n, ch);
  free(scratch);
}

int main(void) {
  struct work *w = create(64);
  of_member(w);
  rewritten(w);
  free(w->scratch);
  free(w);
  return y[1][7] > 3;
}
