// Tests of a table's elements that end the program: the program goes through the table in front of
// the loop.
// RUN: kasuri %s --dump=analysis --stop-after=analysis | FileCheck %s
// RUN: kasuri %s --cores=2 --min-gain=0 -o %t
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t/element-tests.c
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };
static double x[N], y[N];
static float f[N];
static int a[N], b[N], out[N];
static unsigned char bytes[N];
static struct { int key; long value; } pairs[N];
static jmp_buf back;

static void fatal(const char *what) {
  fprintf(stderr, "fatal: %s\n", what);
  exit(3);
}

static void below(int n) {
  // CODE: ks_no_real_is((ks_int64)(ks_address)&x, {{.*}}, 8, 8, KS_LESS, 1, -100.0)
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel guard({{.*}} in all iterations)
  for (int i = 0; i < n; i++) {
    if (x[i] < -100)
      fatal("below");
    y[i] = x[i] * 2;
  }
  // CODE: ks_no_real_is({{.*}}, 8, 8, KS_GREATER_EQUAL, 0, 0.5)
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel guard({{.*}} in all iterations)
  for (int i = 0; i < n; i++) {
    if (!(x[i] >= 0.5)) {
      printf("element %d\n", i);
      exit(4);
    }
    y[i] += x[i];
  }
  // CODE: ks_no_real_is({{.*}}, -4, 4, KS_LESS, 1, 0.25)
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel guard({{.*}} in all iterations)
  for (int i = n - 1; i >= 0; i--) {
    if (0.25f > f[i])
      abort();
    y[i] += f[i];
  }
}

static void places(int n, int size) {
  // CODE: ks_all_lie_between((ks_int64)(ks_address)&a, {{.*}}, 4, 4, 1, 0, ks_sum({{.*}}size{{.*}}))
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction({{.*}}) guard('a[i] >= 0', 'a[i] < size' in all iterations)
  for (int i = 0; i < n; i++) {
    if (a[i] < 0 || a[i] >= size)
      fatal("bad place");
    out[a[i]]++;
  }
  // CODE: ks_all_lie_between({{.*}}, 16, 4, 1, 3, 3)
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel guard({{.*}} in all iterations)
  for (int i = 0; i < n; i++) {
    const int key = pairs[i].key;
    if (key != 3)
      fatal("bad key");
    out[i] = key + i;
  }
  // CODE: ks_all_lie_between({{.*}}, 1, 1, 0, 7, 255)
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel guard({{.*}} in all iterations)
  for (int i = 0; i < n; i++) {
    if (bytes[i] > 6)
      out[i] = bytes[i];
    else
      fatal("small");
  }
}

// The loop changes the table.
static void near_changed(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (x[i] < -100)
      fatal("below");
    x[i] = x[i] * 2;
  }
}

static void near_changed_element(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n - 1; i++) {
    if (a[i] < -100)
      fatal("below");
    a[i + 1] = b[i];
  }
}

// Another test may end the program first, behind which the table may end.
static void near_two_tables(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      fatal("below");
    if (b[i] < 0)
      fatal("also");
    out[i] = a[i] + b[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (a[i] < 0 || b[i] < 0)
      fatal("one of them");
    out[i] = a[i] + b[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    const int first = a[i], second = b[i];
    if (first < 0 || second < 0)
      fatal("one of them");
    out[i] = first + second;
  }
}

// Not each iteration reads its element.
static void near_skipped(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (b[i] > 0)
      if (a[i] < 0)
        fatal("below");
    out[i] = b[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (b[i] > 0)
      continue;
    if (a[i] < 0)
      fatal("below");
    out[i] = b[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (b[i] > 0 && a[i] < 0)
      fatal("below");
    out[i] = b[i];
  }
}

// Elements of no order, or limits that change.
static void near_elsewhere(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (a[b[i]] < 0)
      fatal("below");
    out[i] = b[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (a[i] < i)
      fatal("below");
    out[i] = b[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (a[i] == 7)
      fatal("gap");
    out[i] = b[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (-x[i] < -100)
      fatal("below");
    out[i] = b[i];
  }
}

// It only leaves the loop, or may come back.
static int near_leaves(int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      return i;
    out[i] = b[i];
  }
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      longjmp(back, 1);
    out[i] = b[i];
  }
  return 0;
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++) {
    a[i] = argc * i % 17;
    pairs[i].key = 3;
  }
  if (setjmp(back))
    return 1;
  below(N);
  places(N, N);
  near_changed(N);
  near_changed_element(N);
  near_two_tables(N);
  near_skipped(N);
  near_elsewhere(N);
  return near_leaves(N) + argv[0][0];
}
