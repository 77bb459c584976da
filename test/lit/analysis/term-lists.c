// Floating-point sums and products with any number of terms in an iteration, and into elements of arrays.
// RUN: kasuri %s --stop-after=analysis --dump=analysis -- | FileCheck %s
#include <math.h>
static double x[1000], y[1000], sums[64], rows[100][10];
static int key[1000];

// CHECK: loop {{.*}}term-lists.c:[[#@LINE+3]]:3 parallel reduction(s, in order)
double several(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    s -= y[i];
  }
  return s;
}

// CHECK: loop {{.*}}term-lists.c:[[#@LINE+3]]:3 parallel reduction(p, in order)
double inner(int n) {
  double p = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      p *= rows[i][j];
  return p;
}

// CHECK: loop {{.*}}term-lists.c:[[#@LINE+2]]:3 parallel reduction(sums[key[i] & 63], in order)
void by_key(int n) {
  for (int i = 0; i < n; i++) {
    sums[key[i] & 63] += x[i];
    sums[i & 63] -= y[i];
  }
}

// Another pointer may lead there: a test in front of the loop tells.
// CHECK: loop {{.*}}term-lists.c:[[#@LINE+2]]:3 parallel reduction(to[i & 7], in order) guard('to[i & 7]' and 'from[i]' do not overlap)
void tested(double *to, const double *from, int n) {
  for (int i = 0; i < n; i++)
    to[i & 7] += from[i];
}

// No two iterations meet in an element: a test of the pointers is enough.
// CHECK: loop {{.*}}term-lists.c:[[#@LINE+2]]:3 parallel guard('to[i * m + j]' and 'from[j]' do not overlap)
void told_apart(double *to, const double *from, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] *= from[j];
}

// What the loop looks at elsewhere, or changes in another way, is no list.
// CHECK: loop {{.*}}term-lists.c:[[#@LINE+2]]:3 sequential
void looked_at(int n) {
  for (int i = 0; i < n; i++) {
    sums[key[i] & 63] += x[i];
    y[i] = sums[0];
  }
}

// Not in the same iteration either: the terms are added when all iterations are over.
// CHECK: loop {{.*}}term-lists.c:[[#@LINE+2]]:3 sequential
void in_the_iteration(int n) {
  for (int i = 0; i < n; i++) {
    rows[i][0] += x[i];
    rows[key[i] & 63][1] += x[i];
    y[i] = rows[i][0];
  }
}

// CHECK: loop {{.*}}term-lists.c:[[#@LINE+2]]:3 sequential
void two_kinds(int n) {
  for (int i = 0; i < n; i++) {
    sums[key[i] & 63] += x[i];
    sums[i & 63] *= y[i];
  }
}

// A sum that each iteration looks at carries its value: that is not about the order.
// CHECK: loop {{.*}}term-lists.c:[[#@LINE+4]]:3 sequential
// CHECK-NEXT: 's' carries a value from one iteration to the next [ScalarCarried]
double running(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static double step(int *at, double by) {
  *at = (*at + 1) & 63;
  return by;
}

// The call may come between the two uses of the subscript.
// CHECK: loop {{.*}}term-lists.c:[[#@LINE+2]]:3 sequential
void moved_between(int n) {
  for (int i = 0; i < n; i++) {
    int at = key[i] & 63;
    sums[at] = sums[at] + step(&at, x[i]);
  }
}

// Beside statements in order, the terms are added in order, too.
// CHECK: loop {{.*}}term-lists.c:[[#@LINE+3]]:3 parallel in-order([[#@LINE+9]]) in-order([[#@LINE+10]]) hands-on(f) hands-on(r)
double beside(int n) {
  double w = 1;
  for (int i = 0; i < n; i++) {
    double f = sin(cos(pow(x[i], 1.7)));
    double r = 0;
    for (int k = 0; k < 100; k++)
      r += sin(f + k);
    y[i] = r;
    sums[key[i] & 63] += f;
    w = w * 0.5 + r;
  }
  return w;
}

union number {
  double whole;
  float part[2];
};
static union number numbers[64];

// CHECK: loop {{.*}}term-lists.c:[[#@LINE+2]]:3 sequential
void two_types(int n) {
  for (int i = 0; i < n; i++) {
    numbers[key[i] & 63].whole += x[i];
    numbers[i & 63].part[0] += (float)x[i];
  }
}
