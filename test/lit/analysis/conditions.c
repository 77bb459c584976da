// Code behind a condition that stays the same in the loop does not count where a test in front of the
// loop rules it out; in a call that cannot come to it, it does not exist.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int verbose, level;
} options;

static double a[1000];
static int debug;

static void step(const options *o, int i) {
  if (o->verbose)
    fprintf(stderr, "step %d\n", i);
  a[i] = i;
}

static void check(const options *o, int i) {
  step(o, i);
  if (debug > 1)
    abort();
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('o->verbose == 0'){{$}}
void member(const options *o) {
  for (int i = 0; i < 1000; i++)
    step(o, i);
}

// The output of abort is ruled out by the same test as its end.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('debug <= 1') guard('o->verbose == 0'){{$}}
void deep(const options *o) {
  for (int i = 0; i < 1000; i++)
    check(o, i);
}

// No test: this call prints nothing.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
void quiet(void) {
  options o = {0, 1};
  for (int i = 0; i < 1000; i++)
    step(&o, i);
}

// It surely prints.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void loud(void) {
  options o = {1, 1};
  for (int i = 0; i < 1000; i++)
    step(&o, i);
}

// It holds for the whole loop: a test in front of it would never fail.
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 sequential
void always(int verbose) {
  if (verbose)
    for (int i = 0; i < 1000; i++) {
      a[i] = i;
      printf("%d\n", i);
    }
}

// Nothing would be left to do.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void everything(int verbose) {
  for (int i = 0; i < 1000; i++)
    if (verbose)
      printf("%d\n", i);
}

// It holds or it does not.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void either(int verbose) {
  for (int i = 0; i < 1000; i++) {
    if (verbose)
      printf("%d\n", i);
    else
      puts("quiet");
    a[i] = i;
  }
}

// Other output remains.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: 'puts' performs input or output
void both(int verbose) {
  for (int i = 0; i < 1000; i++) {
    if (verbose)
      printf("%d\n", i);
    if (a[i] > 0)
      puts("positive");
    a[i] = i;
  }
}

// The member is read under another condition only, and the pointer may be wrong where that fails.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void conditional(const options *o, const int *valid) {
  for (int i = 0; i < 1000; i++) {
    if (valid[i] && o->verbose)
      printf("%d\n", i);
    a[i] = i;
  }
}

// Another member is surely read.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('o->verbose == 0'){{$}}
void neighbour(const options *o, const int *valid) {
  for (int i = 0; i < 1000; i++) {
    a[i] = o->level;
    if (valid[i] && o->verbose)
      printf("%d\n", i);
  }
}

typedef struct {
  const options *settings;
  int level;
} state;
#define ROUNDS(name)                                                                               \
  static int name(const state *s, int n) {                                                         \
    int k = 0;                                                                                     \
    for (; k < n; k++)                                                                             \
      if (s->settings->verbose)                                                                    \
        printf("%d\n", k);                                                                         \
    return k;                                                                                      \
  }
ROUNDS(of_variables)
ROUNDS(of_blocks)
ROUNDS(of_either)

// The same by other words.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('s->settings->verbose == 0'){{$}}
void variables(const options *o) {
  for (int i = 0; i < 1000; i++) {
    state s = {o, o->level};
    a[i] = of_variables(&s, i % 3) + s.level;
  }
}

// It leads to a block, too: the structure of which a member is surely read is there as a whole.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('s->settings->verbose == 0'){{$}}
void blocks(const options *o) {
  for (int i = 0; i < 1000; i++) {
    state s = {o, o->level};
    a[i] = of_blocks(&s, i % 3) + s.level;
  }
}

// Nothing of the variable is surely read: the pointer may be wrong.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void unread(const options *o) {
  for (int i = 0; i < 1000; i++) {
    state s = {o, i};
    a[i] = of_either(&s, i % 3);
  }
}

// The program may have ended before the first iteration reads the member.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void after(const options *o, int strict) {
  for (int i = 0; i < 1000; i++) {
    if (a[i] < 0)
      exit(1);
    if (o->verbose)
      printf("%d\n", i);
    a[i] = i;
  }
}

// That exit is ruled out in front of it.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('strict == 0') guard('o->verbose == 0'){{$}}
void behind(const options *o, int strict) {
  for (int i = 0; i < 1000; i++) {
    if (strict)
      exit(1);
    if (o->verbose)
      printf("%d\n", i);
    a[i] = i;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('mode != 3'){{$}}
void equal(int mode) {
  for (int i = 0; i < 1000; i++) {
    if (mode == 3)
      printf("%d\n", i);
    a[i] = i;
  }
}

int main(int argc, char **argv) {
  static int valid[1000];
  options o = {argc > 1, 0};
  (void)argv;
  debug = argc;
  member(&o), deep(&o), quiet(), loud(), always(argc), everything(argc), both(argc), either(argc);
  variables(&o), blocks(&o), blocks(malloc(argc)), unread(&o);
  conditional(&o, valid), neighbour(&o, valid), after(&o, argc), behind(&o, argc), equal(argc);
  return 0;
}
