// A variable that the loop does not only combine is no reduction, whatever is promised.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t 2>&1 | FileCheck %s
#include <kasuri/annotations.h>

static double in[1000];

// CHECK: [[#@LINE+8]]:3: warning: 'reduction(+: sum)' is ignored: the loop does not only combine 'sum' by '+' [Annotation]
// CHECK-NEXT: [[#@LINE+10]]:5: note: here
// CHECK: [[#@LINE+10]]:3: warning: 'reduction(*: sum)' is ignored: the loop does not only combine 'sum' by '*' [Annotation]
// CHECK: [[#@LINE+12]]:3: warning: 'reduction(max: n)' is ignored: the loop does not only combine 'n' by 'max' [Annotation]
// CHECK-NOT: warning

double f(int n) {
  double sum = 0;
  KASURI_REDUCTION(+, sum)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential: 'sum' carries a value from one iteration to the next [ScalarCarried]
  for (int i = 0; i < n; i++)
    sum = sum / 2 + in[i];
  KASURI_REDUCTION(*, sum)
  for (int i = 0; i < n; i++)
    sum += in[i];
  KASURI_REDUCTION(max, n)
  for (int i = 0; i < n; i++)
    in[i] = 0;
  return sum;
}
