// Scratch memory that another function allocated and a member leads to: the loop runs in parallel where every way
// to it leads past the loop, and where not, the help names a rewrite.
// RUN: kasuri %s -Rkasuri-missed -Rkasuri -o %t --min-gain=0 -- 2>&1 | FileCheck %s
// RUN: grep -v TEXT: %t/scratch-of-members.c | FileCheck %s --check-prefix=TEXT
#include <stdlib.h>

struct work {
  int n, level;
  double *scratch;
};
double x[64][64], y[64][64];
double *last = y[3];

static struct work *create(int n) {
  struct work *w = malloc(sizeof *w);
  if (!w)
    abort();
  w->n = n;
  w->level = 0;
  w->scratch = malloc((size_t)n * sizeof *w->scratch);
  return w;
}

// The pointer in front of the loop.
static void by_variable(struct work *w) {
  int n = w->n;
  double *scratch = w->scratch;
  // TEXT: scratch = (double *)(ks_copy_0_0 +
  // CHECK: :[[#@LINE+1]]:3: remark: loop may run in parallel if 'scratch' is scratch of no more than 64 MiB: doall over 'ch', private '*scratch' (last value kept) [Doall]
  for (int ch = 0; ch < 64; ch++) {
    for (int i = 0; i < n; i++)
      scratch[i] = x[ch][i] * 2;
    for (int i = 0; i < n; i++)
      y[ch][i] = scratch[n - 1 - i];
  }
}

// The member in the loop.
static void by_name(struct work *w) {
  // TEXT: double *ks_own_b0_0 = (double *)(ks_copy_0_0 +
  // TEXT: ks_own_b0_0[i] = x[ch][i] * 3;
  // CHECK: :[[#@LINE+1]]:3: remark: loop may run in parallel if 'w->scratch' is scratch of no more than 64 MiB: doall over 'ch', private '*w->scratch' (last value kept)
  for (int ch = 0; ch < 64; ch++) {
    for (int i = 0; i < w->n; i++)
      w->scratch[i] = x[ch][i] * 3;
    for (int i = 0; i < w->n; i++)
      y[ch][i] += w->scratch[w->n - 1 - i];
  }
}

static void filter(struct work *w, int ch) {
  for (int i = 0; i < w->n; i++)
    w->scratch[i] = x[ch][i] * 4;
  for (int i = 0; i < w->n; i++)
    y[ch][i] -= w->scratch[w->n - 1 - i];
}

// The structure, handed on.
static void by_structure(struct work *w) {
  // TEXT: struct work ks_holder_0_0;
  // TEXT: w = &ks_holder_0_0;
  // CHECK: :[[#@LINE+1]]:3: remark: loop may run in parallel if 'w->scratch' is scratch of no more than 64 MiB: doall over 'ch', private '*w->scratch' (last value kept)
  for (int ch = 0; ch < 64; ch++)
    filter(w, ch);
}

// A structure that is written has no copies.
static void with_level(struct work *w) {
  // CHECK: :[[#@LINE+2]]:3: remark: loop stays sequential: all iterations use the same memory 'w->scratch' as scratch, and other pointers point into it [SharedScratch]
  // CHECK: help: access it through one pointer that the loop passes on, or let the loop and its callees only read the structure that holds the pointer
  for (int ch = 0; ch < 64; ch++) {
    filter(w, ch);
    w->level += ch;
  }
}

static void kept(struct work *w) {
  // CHECK: :[[#@LINE+2]]:3: remark: loop stays sequential: all iterations use the same memory 'w->scratch' as scratch, and its address is compared, stored or freed [SharedScratch]
  // CHECK: help: use the pointer in the loop only to read and write
  for (int ch = 0; ch < 64; ch++) {
    filter(w, ch);
    if (w->scratch == last)
      y[ch][0] = 1;
  }
}

static void unlike(struct work *w) {
  // CHECK: :[[#@LINE+2]]:3: remark: loop stays sequential: all iterations use the same memory 'w->scratch' as scratch, and iterations fill different parts of it [SharedScratch]
  // CHECK: help: allocate it in this function before the loop, with a size computed from local variables, and pass it on
  for (int ch = 0; ch < 64; ch++) {
    for (int i = 0; i < ch; i++)
      w->scratch[i] = x[ch][i] * 5;
    for (int i = 0; i < ch; i++)
      y[ch][i] *= w->scratch[ch - 1 - i];
  }
}

int main(void) {
  struct work *w = create(64);
  by_variable(w);
  by_name(w);
  by_structure(w);
  with_level(w);
  kept(w);
  unlike(w);
  free(w->scratch);
  free(w);
  return y[1][7] > 3;
}
