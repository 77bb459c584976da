// A function that is to stay whole has no layers inside; its calls are statements like others.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t/out 2>&1 | FileCheck %s
#include <kasuri/annotations.h>

double a[1000], b[1000];

KASURI_WHOLE
static void fill(double *x, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: the annotation 'whole' keeps this code sequential [Excluded]
  for (int i = 0; i < n; i++)
    x[i] = i;
}

static void fill_in_parts(double *x, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < n; i++)
    x[i] = i;
}

int main(void) {
  // CHECK: [[#@LINE+1]]:3: remark: statements run in parallel: 2 macro-tasks
  fill(a, 1000);
  fill(b, 1000);
  if (b[7] > 3)
    fill_in_parts(a, 1000);
  return (int)a[3];
}
