// What is excluded is part of no layer, nor is what contains it, or calls a function that does.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t/out 2>&1 | FileCheck %s
#include <kasuri/annotations.h>

double out[1000], in[1000];

static void held(double *x) {
  // CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: the annotation 'exclude' keeps this code sequential [Excluded]
  // CHECK: help: remove the annotation if this code may run in parallel
  KASURI_EXCLUDE
  for (int i = 0; i < 1000; i++)
    x[i] += 1;
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < 1000; i++)
    x[i] *= 2;
}

int main(int argc, char **argv) {
  (void)argv;
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: the annotation 'exclude' keeps this code sequential [Excluded]
  for (int k = 0; k < argc; k++)
    held(out);
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: the annotation 'exclude' keeps this code sequential [Excluded]
  for (int k = 0; k < argc; k++) {
    // CHECK: [[#@LINE+1]]:5: remark: loop runs in parallel
    for (int i = 0; i < 1000; i++)
      out[i] += k;
    KASURI_EXCLUDE
    {
      // CHECK: [[#@LINE+1]]:7: remark: loop stays sequential: the annotation 'exclude' keeps this code sequential [Excluded]
      for (int i = 0; i < 1000; i++)
        in[i] += k;
    }
  }
  return (int)(out[3] + in[4]);
}
