// What OpenMP does not run as the source does stays as it is, with the reason.
// RUN: rm -rf %t && kasuri --emit=openmp %s -o %t --cores=2 --min-gain=0 -Rkasuri-missed -- 2>%t.err
// RUN: diff %s %t/openmp-left-out.c
// RUN: FileCheck %s < %t.err
// RUN: not kasuri --emit=openmp --mode=deadline --deadline=1ms %s -o %t -- 2>&1 | FileCheck --check-prefix=DEADLINE %s
// DEADLINE: error: --mode=deadline is for --emit=runtime
#include <stdlib.h>
static double a[4096], b[4096];
static int x[4096], y[4096];

// CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: a loop test in a type other than its variable's
void from_below(unsigned n) {
  for (int i = -1; i < n; i++)
    x[i + 1] = i;
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: a loop of this form
void by_while(int n) {
  int i = 0;
  while (i < n) {
    x[i] = i * 3;
    i++;
  }
}

// CHECK: [[#@LINE+4]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: 'j' advances with the loop variable
// The second variable is what OpenMP does not count.
void advancing(int n) {
  int j = 3;
  for (int i = 0; i < n; i++) {
    x[i] = y[j & 4095];
    j += 2;
  }
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: each thread needs its own memory for 't'
void buffer(int n) {
  double *t = malloc(8 * sizeof *t);
  for (int i = 0; i < n; i++) {
    t[0] = a[i];
    t[1] = a[i] * 3;
    b[i] = t[i & 1] + t[0];
  }
  free(t);
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: a statement after a pragma
void unrolled(int n) {
#pragma GCC unroll 4
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 0.5;
}

// CHECK: [[#@LINE+4]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: this reduction of elements of 'h[x[i] & 15]'
int products(int n) {
  int h[16] = {0};
  n &= 4095;
  for (int i = 0; i < n; i++)
    h[x[i] & 15] *= y[i];
  return h[3];
}

// CHECK: [[#@LINE+2]]:24: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: code from a macro
#define EACH(i, n) for (int i = 0; i < (n); i++)
void by_macro(int n) { EACH(i, n) b[i] = a[i] + 1; }

#define schedule(kind) kind
// CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: 'schedule' is a macro in the source
void macros(void) {
  for (int i = 0; i < 4096; i++) {
    double t[2] = {a[i], b[i]}, *which = x[i] > y[i] ? t : t + 1;
    b[i] = *which;
  }
  int k;
  for (k = 0; k < 4096; k++)
    a[k] = b[k] + 1;
}
