// What OpenMP does not run as the source does stays as it is, with the reason.
// RUN: rm -rf %t && kasuri --emit=openmp %s -o %t --cores=2 --min-gain=0 -Rkasuri-missed -- 2>%t.err
// RUN: diff %s %t/openmp-left-out.c
// RUN: FileCheck %s < %t.err
// RUN: not kasuri --emit=openmp --mode=deadline --deadline=1ms %s -o %t -- 2>&1 | FileCheck --check-prefix=DEADLINE %s
// DEADLINE: error: --mode=deadline is for --emit=runtime
#include <stdlib.h>
static double a[4096], b[4096];
static int x[4096], y[4096];

// CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: a test in another type than its variable's cannot be said
void from_below(unsigned n) {
  for (int i = -1; i < n; i++)
    x[i + 1] = i;
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: a loop of this form cannot be said
void by_while(int n) {
  int i = 0;
  while (i < n) {
    x[i] = i * 3;
    i++;
  }
}

// CHECK: [[#@LINE+4]]:3: remark: loop stays sequential: 'j', which advances with the loop's variable, cannot be said
// The second variable is what OpenMP does not count.
void advancing(int n) {
  int j = 3;
  for (int i = 0; i < n; i++) {
    x[i] = y[j & 4095];
    j += 2;
  }
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: 't', of whose memory each thread has its own, cannot be said
void buffer(int n) {
  double *t = malloc(8 * sizeof *t);
  for (int i = 0; i < n; i++) {
    t[0] = a[i];
    t[1] = a[i] * 3;
    b[i] = t[i & 1] + t[0];
  }
  free(t);
}

// CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: a statement with a pragma in front cannot be said
void unrolled(int n) {
#pragma GCC unroll 4
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 0.5;
}

// CHECK: [[#@LINE+4]]:3: remark: loop stays sequential: 'h[x[i] & 15]', an array of which elements are combined like this, cannot be said
int products(int n) {
  int h[16] = {0};
  n &= 4095;
  for (int i = 0; i < n; i++)
    h[x[i] & 15] *= y[i];
  return h[3];
}

// CHECK: [[#@LINE+2]]:24: remark: loop stays sequential: code from a macro cannot be said
#define EACH(i, n) for (int i = 0; i < (n); i++)
void by_macro(int n) { EACH(i, n) b[i] = a[i] + 1; }
