// A promise that the source contradicts is ignored, and that is said.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t/out 2>&1 | FileCheck %s
#include <kasuri/annotations.h>

void flow(int *a, int n) {
  // CHECK: [[#@LINE+2]]:3: warning: 'independent' is ignored: 'a[i]' is read in an iteration after the one that writes it (distance 1) [Annotation]
  // CHECK-NEXT: [[#@LINE+4]]:5: note: here
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'a[i]' is read in an iteration after the one that writes it (distance 1) [CarriedFlow]
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + 1;
}

// It may be true where the accesses do not happen in each iteration.
void sometimes(int *a, const int *b, int n) {
  KASURI_INDEPENDENT
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; relies on 'independent'
  for (int i = 1; i < n; i++)
    if (b[i])
      a[i] = a[i - 1] + 1;
}
