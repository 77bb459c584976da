// Output in some iterations: the others' work on memory does not wait for it.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };
static double x[N], y[N];
static double limit = 2;

static int reported(int n) {
  int bad = 0;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel in-order([[#@LINE+3]])
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i] - 3;
    if (y[i] < -2.99) {
      printf("small at %d\n", i);
      bad++;
    }
  }
  return bad;
}

static void two_kinds(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel in-order([[#@LINE+3]]) in-order([[#@LINE+7]]) hands-on(was)
  for (int i = 0; i < n; i++) {
    const double was = x[i];
    if (was < -2)
      puts("small");
    x[i] = was * 0.5 + 1;
    y[i] = x[i] + i;
    if (y[i] > 2)
      fprintf(stderr, "%d: %g from %g\n", i, y[i], was);
  }
}

// Each iteration prints.
static void near_always(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i] - 3;
    printf("%g\n", y[i]);
  }
}

// Nothing is left that is worth it.
static void near_nothing(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    if (x[i] < 0)
      printf("%d\n", i);
  }
}

// The message is about what a later iteration writes.
static void near_later(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n - 1; i++) {
    y[i] = x[i] * x[i] - 3;
    if (y[i + 1] < 0)
      printf("%d\n", i);
  }
}

// What happens with it changes the others' results.
static void near_counted(int n) {
  int bad = 0;
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i] - bad;
    if (y[i] < 0) {
      printf("%d\n", i);
      bad++;
    }
  }
}

static void near_limit(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    y[i] = x[i] > limit ? limit : x[i];
    if (y[i] < 0) {
      printf("%d\n", i);
      limit = -y[i];
    }
  }
}

// It ends the loop, or the program.
static void near_break(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i] - 3;
    if (y[i] < 0) {
      printf("%d\n", i);
      break;
    }
  }
}

static void near_exit(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i] - 3;
    if (y[i] > 100) {
      printf("%d\n", i);
      exit(1);
    }
  }
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    x[i] = argc * i % 17 - 8;
  int bad = reported(N);
  two_kinds(N);
  near_always(N);
  near_nothing(N);
  near_later(N);
  near_counted(N);
  near_limit(N);
  near_break(N);
  near_exit(N);
  return bad + argv[0][0];
}
