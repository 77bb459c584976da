// A function that surely does what a pure one does not is not taken for pure, and that is said.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t/out 2>&1 | FileCheck %s
#include <kasuri/annotations.h>
#include <stdio.h>

double out[1000], in[1000];
int calls;

// CHECK: [[#@LINE+2]]:1: warning: 'pure' is ignored: each call of 'counted' writes 'calls' [Annotation]
// CHECK-NEXT: [[#@LINE+3]]:{{[0-9]+}}: note: here
KASURI_PURE
static double counted(double x) {
  calls++;
  return x + calls;
}

// CHECK: [[#@LINE+2]]:1: warning: 'pure' is ignored: each call of 'said' has a side effect in 'printf' [Annotation]
// CHECK-NEXT: [[#@LINE+3]]:{{[0-9]+}}: note: here
KASURI_PURE
static double said(double x) {
  printf("%g\n", x);
  return x;
}

void f(int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'calls'
  for (int i = 0; i < n; i++)
    out[i] = counted(in[i]);
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'printf' performs input or output
  for (int i = 0; i < n; i++)
    out[i] = said(in[i]);
}
