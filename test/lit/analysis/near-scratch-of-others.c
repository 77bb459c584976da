// Scratch memory that code without source may reach is not replaced by a block for each part.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdlib.h>
static double in[1000], out[1000];

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 parallel private({{.*}})
void ours(int n) {
  double *t = malloc(30 * sizeof *t);
  if (!t)
    return;
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < 30; k++)
      t[k] = in[i] * k;
    for (int k = 0; k < 30; k++)
      s += t[k] * t[29 - k];
    out[i] = s;
  }
  free(t);
}

double *theirs(void);
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK-NEXT: other pointers point into it [SharedScratch]
void of_others(int n) {
  double *t = theirs();
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < 30; k++)
      t[k] = in[i] * k;
    for (int k = 0; k < 30; k++)
      s += t[k] * t[29 - k];
    out[i] = s;
  }
}
