// About how often a loop runs decides whether it pays, where constants do not tell.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 -o %t 2> %t.log && FileCheck %s < %t.log
// RUN: FileCheck %s --check-prefix=WARN < %t.log
// RUN: kasuri %s --dump=cost --stop-after=cost 2> /dev/null | FileCheck %s --check-prefix=COST
#include <kasuri/annotations.h>

double a[1000000];


int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 1000;
  // CHECK: [[#@LINE+3]]:3: remark: loop can run in parallel but is too short to be profitable: about 3 iterations
  // COST-DAG: line [[#@LINE+2]]: 3 iterations
  KASURI_TRIP_COUNT(3)
  for (int i = 0; i < n; i++)
    a[i] = i * 0.5;
  // CHECK: [[#@LINE+3]]:3: remark: loop runs in parallel: doall over 'i' [Doall]
  // COST-DAG: line [[#@LINE+2]]: 900000 iterations
  KASURI_TRIP_COUNT(900000)
  for (int i = 0; i < n; i++)
    a[i] += i * 0.5;
  // WARN-NOT: warning
  // WARN: [[#@LINE+3]]:3: warning: 'trip_count(12)' is ignored: the loop has 70 iterations [Annotation]
  // WARN-NOT: warning
  // COST-DAG: line [[#@LINE+2]]: 70 iterations
  KASURI_TRIP_COUNT(12)
  for (int i = 0; i < 70; i++)
    a[i] -= 1;
  return (int)a[n];
}
