// Blocks behind pointers of which each iteration of a pipeline has a version.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s

#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
typedef struct state {
  double *work;
  const double *table;
  double total, last[4];
  int count;
} state;

static double fill(const state *s, double *work, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    work[i] = s->table[i] * k;
  for (int i = 0; i < N; i++)
    sum = sum / 3 + work[N - 1 - i];
  return sum;
}

static void add(state *s, double sum) {
  s->total = s->total / 2 + sum;
  s->count++;
}

// Of the state, only what `add` changes is handed on; the rest is read by all. Of the work nothing is.
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline version(s) version(s->work) exit
// CHECK-NEXT: in order: head takes(k) leaves(k)
// CHECK-NEXT: in order: [[#@LINE+4]] [[#@LINE+5]] hands on(s[16, 24)) hands on(s[56, 60))
int run(state *s, int n, FILE *out) {
  for (int k = 0; k < n; k++) {
    double sum = fill(s, s->work, k);
    add(s, sum);
    if (fprintf(out, "%g\n", s->total) < 0)
      return 0;
  }
  return 1;
}

int main(int argc, char **argv) {
  static double table[N];
  state *s = calloc(1, sizeof *s);
  if (s == NULL || (s->work = malloc(N * sizeof *s->work)) == NULL)
    return 1;
  s->table = table;
  run(s, argc, stdout);
  printf("%g %d\n", s->total, s->count);
  free(s->work);
  free(s);
  return argv == NULL;
}
