// A variable whose address was taken is handed to a layer as a value if nothing in the layer writes
// it: compilers then need not load it anew. What fills the frame is a function of its own, so that
// the original loop is compiled as it would be alone.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 --
// RUN: FileCheck %s < %t/capture-values.c
#include <stdlib.h>
static void get(double **block, int n) {
  *block = malloc(n * sizeof **block);
  if (*block == NULL)
    exit(1);
}
double last;
// CHECK: struct ks_fill_[[L:[0-9]+]]_frame {
// CHECK: {{^}}  double *work;
// CHECK: (__noinline__, __cold__)) void ks_fill_[[L]]_enter(
// CHECK-LABEL: {{^}}void fill(
// CHECK: ks_fill_[[L]]_enter(
// CHECK-NOT: ks_f
void fill(int n) {
  double *work;
  get(&work, n);
  for (int i = 0; i < n; i++)
    work[i] = i;
  last = work[n - 1];
}
