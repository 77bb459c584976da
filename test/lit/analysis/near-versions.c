// Blocks behind pointers of which no version can be made, or would be of no use: each loop stays without.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s --implicit-check-not="version("

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64 };
typedef struct state {
  double *work, *other;
  double total;
  struct state *next;
} state;
double table[N], *kept;
state all;

static double fill(double *work, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    work[i] = table[i] * k;
  for (int i = 0; i < N; i++)
    sum = sum / 3 + work[N - 1 - i];
  return sum;
}

state *state_new(void) {
  state *s = calloc(1, sizeof *s);
  s->work = calloc(N, sizeof *s->work);
  s->other = s->work;
  return s;
}

// Two members may lead to one block.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void two_ways(state *s, int n) {
  for (int k = 0; k < n; k++) {
    double sum = fill(s->work, k);
    printf("%g\n", sum + s->other[3]);
  }
}

// The loop changes the pointer.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void turns(state *s, int n) {
  for (int k = 0; k < n; k++) {
    double sum = fill(s->work, k), *before = s->work;
    s->work = s->other;
    s->other = before;
    printf("%g\n", sum);
  }
}

// A pointer into the block is kept.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void keeps(state *s, int n) {
  for (int k = 0; k < n; k++) {
    double sum = fill(s->work, k);
    kept = s->work + k % N;
    printf("%g\n", sum);
  }
}

// The address decides something.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void looks(state *s, int n) {
  for (int k = 0; k < n; k++) {
    double sum = fill(s->work, k);
    printf("%g %d\n", sum, s->work == kept);
  }
}

// The handle is copied as bytes, with the pointer in it.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void copies(state *s, int n) {
  for (int k = 0; k < n; k++) {
    double sum = fill(s->work, k);
    memcpy(&all, s, sizeof all);
    printf("%g\n", sum);
  }
}

// The variable leads somewhere else in each iteration.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void walks(state *s) {
  for (; s != NULL; s = s->next)
    printf("%g\n", fill(s->work, 3));
}

// The pointer is only read under a condition: it may lead nowhere.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void sometimes(state *s, int n) {
  for (int k = 0; k < n; k++) {
    double sum = k;
    if (table[k % N] > 0)
      sum = fill(s->work, k);
    printf("%g\n", sum);
  }
}

// Everything that takes long works on what is handed on: versions would not help.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void hands_on(state *s, int n) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < N; i++)
      s->work[i] = s->work[i] * 0.5 + k;
    printf("%g\n", s->work[k % N]);
  }
}

// The pointer does not lead to the start of an allocation.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void inside(state *s, int n) {
  for (int k = 0; k < n; k++) {
    double sum = fill(s->next->work, k);
    printf("%g\n", sum);
  }
}

// The same of handles that are as simple as can be.
typedef struct plain {
  double *work, *same;
  double total;
} plain;
static plain *current;

static double use(const double *work) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 3 + work[N - 1 - i];
  return sum;
}

// Another variable, set in front of the loop, leads to the block.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void other_variable(plain *s, int n) {
  double *work = s->work;
  for (int k = 0; k < n; k++) {
    fill(work, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

// Another variable leads to the handle.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void other_handle(plain *s, int n) {
  plain *same = s;
  for (int k = 0; k < n; k++) {
    fill(same->work, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

// What the loop calls finds the handle by itself.
static double found(void) { return use(current->work); }
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void by_global(plain *s, int n) {
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = found();
    printf("%g\n", sum);
  }
}

// The function has put the pointer into another member.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void other_member(plain *s, int n) {
  s->same = s->work;
  for (int k = 0; k < n; k++) {
    fill(s->same, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

void plain_ones(void) {
  plain *s = calloc(1, sizeof *s);
  if (s == NULL || (s->work = calloc(N, sizeof *s->work)) == NULL)
    return;
  current = s;
  other_variable(s, 3), other_handle(s, 3), by_global(s, 3), other_member(s, 3);
}

int main(void) {
  state *a = state_new(), *b = state_new();
  a->next = b;
  two_ways(a, 3), turns(a, 3), keeps(a, 3), looks(a, 3), copies(a, 3), walks(a), sometimes(a, 3), hands_on(a, 3);
  plain_ones();
  b->next = NULL;
  a->next->work++;
  inside(a, 3);
  return 0;
}
