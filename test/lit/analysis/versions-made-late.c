// Handles that the function has made itself, and loops that may end in front of what uses them.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s --implicit-check-not="version("

#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
double table[N];
#define HANDLE(name)                                                                                                   \
  typedef struct name {                                                                                                \
    double *work, *rest;                                                                                               \
    long frames;                                                                                                       \
  } name;                                                                                                              \
  static name *name##_new(void) {                                                                                      \
    name *s = calloc(1, sizeof *s);                                                                                    \
    if (s == NULL || (s->work = calloc(N, sizeof *s->work)) == NULL)                                                   \
      exit(1);                                                                                                         \
    return s;                                                                                                          \
  }                                                                                                                    \
  static void name##_free(name *s) {                                                                                   \
    free(s->work);                                                                                                     \
    free(s);                                                                                                           \
  }                                                                                                                    \
  static double name##_run(double *work, int k) {                                                                      \
    double sum = 0;                                                                                                    \
    for (int i = 0; i < N; i++)                                                                                        \
      work[i] = table[i] * k;                                                                                          \
    for (int i = 0; i < N; i++)                                                                                        \
      sum = sum / 3 + work[N - 1 - i];                                                                                 \
    return sum;                                                                                                        \
  }

HANDLE(made_here)
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline version(s from [[#@LINE+7]]) version(s->work from [[#@LINE+7]]) exit([[#@LINE+5]])
static void run_made_here(void) {
  made_here *s = made_here_new();
  for (;;) {
    int k;
    if (scanf("%d", &k) != 1)
      break;
    double sum = made_here_run(s->work, k);
    printf("%g\n", sum);
  }
  made_here_free(s);
}

// Two ends, and iterations that go on without.
HANDLE(two_ends)
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline version(s from [[#@LINE+11]]) version(s->work from [[#@LINE+11]]) exit([[#@LINE+5]]) exit([[#@LINE+7]])
static int run_two_ends(void) {
  two_ends *s = two_ends_new();
  for (;;) {
    int k;
    if (scanf("%d", &k) != 1)
      break;
    if (k < 0)
      return 1;
    if (k == 7)
      continue;
    double sum = two_ends_run(s->work, k);
    printf("%g\n", sum);
  }
  two_ends_free(s);
  return 0;
}

// A counter is handed on where it is used: there is no version in front of that.
HANDLE(counts)
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: pipeline version(s from [[#@LINE+8]]) version(s->work from [[#@LINE+8]])
// CHECK-NEXT: in order: head
static void run_counts(void) {
  counts *s = counts_new();
  for (;;) {
    int k;
    if (scanf("%d", &k) != 1)
      break;
    double sum = counts_run(s->work, k);
    s->frames++;
    printf("%g\n", sum);
  }
  printf("%ld\n", s->frames);
  counts_free(s);
}

// The pointer has been loaded before the member was set anew.
HANDLE(set_anew)
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
static void run_set_anew(void) {
  set_anew *s = set_anew_new();
  double *before = s->work;
  s->work = calloc(N, sizeof *s->work);
  for (;;) {
    int k;
    if (scanf("%d", &k) != 1)
      break;
    double sum = set_anew_run(before, k);
    sum += set_anew_run(s->work, k + 1);
    printf("%g\n", sum);
  }
  free(before);
  set_anew_free(s);
}

// It is used in front of the end, too.
HANDLE(used_before)
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
static void run_used_before(int n) {
  used_before *s = used_before_new();
  for (int i = 0; i < n; i++) {
    int k;
    if (n % 3 == 1)
      s->work[0] = 3;
    if (scanf("%d", &k) != 1)
      break;
    double sum = used_before_run(s->work, k);
    printf("%g\n", sum);
  }
  used_before_free(s);
}

// Not all iterations that go on use it: it may lead nowhere.
HANDLE(sometimes)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_sometimes(sometimes *s) {
  for (;;) {
    int k;
    double sum = 1;
    if (scanf("%d", &k) != 1)
      break;
    if (k > 0) {
      sum = sometimes_run(s->work, k);
    }
    printf("%g\n", sum);
  }
}

static void call_sometimes(void) {
  sometimes *s = sometimes_new();
  run_sometimes(s);
  sometimes_free(s);
}

int main(void) {
  run_made_here();
  int end = run_two_ends();
  run_counts();
  run_set_anew();
  run_used_before(end);
  call_sometimes();
  return 0;
}
