// Pipelines that are made without what happens in one mode only, with a test of the mode in front of them.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s
// RUN: kasuri %s --cores=4 --min-gain=0 -o %t.out -- -O2
// RUN: FileCheck %s --check-prefix=TEXT < %t.out/pipeline-modes.c

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 600 };

typedef struct control {
  int is_quality;
  double reservoir;
} control;

typedef struct handle {
  control *control;
  unsigned mode;
  double peak;
} handle;

static double quantise(double budget, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 2 + sin(i + k + budget);
  return sum;
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline guard('h->control->is_quality != 0')
// TEXT: {{&&}} ((ks_is_within({{.*}}ks_peeked(ks_peeked((ks_int64)(ks_address)h, 8, 0), 4, 1)
static void plain(handle *h, int n) {
  for (int k = 0; k < n; k++) {
    double budget = k;
    if (!h->control->is_quality)
      budget = h->control->reservoir / 4;
    double used = quantise(budget, k);
    if (!h->control->is_quality)
      h->control->reservoir += used - 1;
    printf("%d %g\n", k, used);
  }
}

// What the program has read in front of the loop need not be peeked.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline guard('h->mode != 2')
static void read_before(handle *h, int n) {
  printf("%u\n", h->mode);
  for (int k = 0; k < n; k++) {
    double budget = k;
    if (h->mode == 2)
      budget = h->peak / 4;
    double used = quantise(budget, k);
    if (h->mode == 2)
      h->peak += used - 1;
    printf("%d %g\n", k, used);
  }
}

// Two modes.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline guard('h->mode <= 3') guard('is_loud == 0')
static void two(handle *h, int n, int is_loud) {
  for (int k = 0; k < n; k++) {
    double budget = k;
    if (h->mode > 3)
      budget = h->peak / 4;
    if (is_loud)
      budget += h->control->reservoir;
    double used = quantise(budget, k);
    if (h->mode > 3)
      h->peak += used - 1;
    if (is_loud)
      h->control->reservoir = used;
    printf("%d %g\n", k, used);
  }
}

// One mode is enough; the other is not tested.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: pipeline guard('is_loud == 0'){{$}}
static void one_of_two(handle *h, int n, int is_loud) {
  for (int k = 0; k < n; k++) {
    double budget = k;
    if (is_loud)
      budget += h->control->reservoir;
    double used = quantise(budget, k);
    if (is_loud)
      h->control->reservoir = used;
    if (h->mode > 3)
      h->peak += used - 1;
    printf("%d %g\n", k, used);
  }
}

// What takes long is done in that mode only.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^  pipeline}}
static void idle(handle *h, int n) {
  for (int k = 0; k < n; k++) {
    if (h->mode > 3)
      h->peak += quantise(h->peak, k) - 1;
    printf("%d\n", k);
  }
}

// A variable that may have no value in front of the loop.
// CHECK: loop {{.*}}:[[#@LINE+7]]:5 sequential
// CHECK-NOT: {{^  pipeline}}
static void unset(handle *h, int n) {
  unsigned mode;
  for (int round = 0; round < 3; round++) {
    if (round == 1)
      mode = h->mode;
    for (int k = 0; k < n * round; k++) {
      double budget = k;
      if (mode == 2)
        budget = h->peak / 4;
      double used = quantise(budget, k);
      if (mode == 2)
        h->peak += used - 1;
      printf("%d %g\n", k, used);
    }
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NOT: {{^  pipeline}}
static void changed(handle *h, int n) {
  for (int k = 0; k < n; k++) {
    double budget = k;
    if (h->mode == 2)
      budget = h->peak / 4;
    double used = quantise(budget, k);
    if (h->mode == 2)
      h->peak += used - 1;
    printf("%d %g\n", k, used);
    h->mode = (unsigned)k;
  }
}

static void set(handle *h, int n) {
  if (n > 2)
    h->mode = (unsigned)n;
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK-NOT: {{^  pipeline}}
static void in_head(handle *h, int n) {
  int k;
  for (set(h, n), k = 0; k < n; k++) {
    double budget = k;
    if (h->mode == 2)
      budget = h->peak / 4;
    double used = quantise(budget, k);
    if (h->mode == 2)
      h->peak += used - 1;
    printf("%d %g\n", k, used);
  }
}

int main(int argc, char **argv) {
  control c = {argc, 1};
  handle h = {&c, (unsigned)argc, 1};
  plain(&h, argc);
  read_before(&h, argc);
  two(&h, argc, argc > 1);
  one_of_two(&h, argc, argc > 1);
  idle(&h, argc);
  unset(&h, argc);
  in_head(&h, argc);
  changed(&h, argc);
  return argv == NULL;
}
