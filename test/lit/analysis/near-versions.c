// Blocks behind pointers of which no version can be made, or would be of no use. All loops are alike but for one
// thing, and each handle is of a type of its own, so that nothing else is known of it. `plain` has nothing against it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s --implicit-check-not="version("

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64 };
double table[N];
static double *kept[N];

static void fill(double *work, int k) {
  for (int i = 0; i < N; i++)
    work[i] = table[i] * k;
}

static double use(const double *work) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 3 + work[N - 1 - i];
  return sum;
}

#define HANDLE(name)                                                                                                   \
  typedef struct name {                                                                                                \
    double *work, *other;                                                                                              \
    struct name *next;                                                                                                 \
  } name;                                                                                                              \
  static name *name##_new(void) {                                                                                      \
    name *s = calloc(1, sizeof *s);                                                                                    \
    if (s == NULL || (s->work = calloc(N, sizeof *s->work)) == NULL)                                                   \
      exit(1);                                                                                                         \
    return s;                                                                                                          \
  }

HANDLE(plain)
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline version(s) version(s->work)
static void run_plain(plain *s, int n) {
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

// Two members lead to one block.
HANDLE(two_ways)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_two_ways(two_ways *s, int n) {
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = use(s->other);
    printf("%g\n", sum);
  }
}

// The loop changes the pointer.
HANDLE(turns)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_turns(turns *s, int n) {
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = use(s->work), *before = s->work;
    s->work = s->other;
    s->other = before;
    printf("%g\n", sum);
  }
}

// The function has changed the pointer, and changes it back.
HANDLE(changed)
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
static void run_changed(changed *s, int n) {
  double *before = s->work;
  s->work = s->other;
  for (int k = 0; k < n; k++) {
    fill(before, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
  s->work = before;
}

// A pointer into the block is kept.
HANDLE(keeps)
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
static void run_keeps(keeps *s, int n) {
  int count = 0;
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = use(s->work);
    kept[(count += sum > 0) % N] = s->work;
    printf("%g %d\n", sum, count);
  }
}

// The address decides something.
HANDLE(looks)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_looks(looks *s, int n) {
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = use(s->work);
    printf("%g %d\n", sum, s->work == table);
  }
}

// The pointer is only read under a condition: it may lead nowhere.
HANDLE(sometimes)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_sometimes(sometimes *s, int n) {
  for (int k = 0; k < n; k++) {
    double sum = k;
    if (n > 3) {
      for (int i = 0; i < N; i++)
        s->work[i] = table[i] * k;
      for (int i = 0; i < N; i++)
        sum = sum / 3 + s->work[N - 1 - i];
    }
    printf("%g\n", sum);
  }
}

// The pointer does not lead to the start of an allocation.
HANDLE(inside)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_inside(inside *s, int n) {
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

// Everything that takes long works on what is handed on: versions would not help.
HANDLE(hands_on)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_hands_on(hands_on *s, int n) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < N; i++)
      s->work[i] = s->work[i] * 0.5 + k;
    printf("%g\n", s->work[k % N]);
  }
}

// The handle may lead to itself.
HANDLE(ring)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_ring(ring *s, int n) {
  for (int k = 0; k < n; k++) {
    double before = s->next->work[0];
    fill(s->work, k);
    double sum = use(s->work);
    printf("%g %g\n", before, sum);
  }
}

// The variable leads somewhere else in each iteration.
HANDLE(walks)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_walks(walks *s) {
  for (; s != NULL; s = s->next) {
    fill(s->work, 3);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

// Another variable, set in front of the loop, leads to the block.
HANDLE(other_variable)
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
static void run_other_variable(other_variable *s, int n) {
  double *work = s->work;
  for (int k = 0; k < n; k++) {
    fill(work, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

// Another variable leads to the handle.
HANDLE(other_handle)
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
static void run_other_handle(other_handle *s, int n) {
  other_handle *same = s;
  for (int k = 0; k < n; k++) {
    fill(same->work, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

// What the loop calls finds the handle by itself.
HANDLE(by_global)
static by_global *current;
static double found(void) { return use(current->work); }
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_by_global(by_global *s, int n) {
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = found();
    printf("%g\n", sum);
  }
}

// The function has put the pointer into another member.
HANDLE(other_member)
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
static void run_other_member(other_member *s, int n) {
  s->other = s->work;
  for (int k = 0; k < n; k++) {
    fill(s->other, k);
    double sum = use(s->work);
    printf("%g\n", sum);
  }
}

// The handle is copied as bytes, with the pointer in it.
HANDLE(copied)
static copied copy;
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_copied(copied *s, int n) {
  for (int k = 0; k < n; k++) {
    fill(s->work, k);
    double sum = use(s->work);
    memcpy(&copy, s, sizeof copy);
    printf("%g\n", sum);
  }
}

#define RUN(name) run_##name(name##_new(), argc)

int main(int argc, char **argv) {
  (void)argv;
  two_ways *both = two_ways_new();
  both->other = both->work;
  run_two_ways(both, argc);
  turns *turning = turns_new();
  turning->other = calloc(N, sizeof *turning->other);
  run_turns(turning, argc);
  changed *change = changed_new();
  change->other = calloc(N, sizeof *change->other);
  run_changed(change, argc);
  inside *moved = inside_new();
  moved->work = (double *)calloc(2 * N, sizeof *moved->work) + N;
  run_inside(moved, argc);
  run_walks(walks_new());
  ring *alone = ring_new();
  alone->next = alone;
  run_ring(alone, argc);
  current = by_global_new();
  run_by_global(current, argc);
  RUN(plain), RUN(keeps), RUN(looks), RUN(sometimes), RUN(hands_on), RUN(other_variable), RUN(other_handle);
  RUN(other_member), RUN(copied);
  return kept[argc % N] != NULL && *kept[argc % N] > argc;
}
