// A call costs what its arguments make of the callee's loops, through further calls and variables, and not the mean
// of all calls.
// RUN: kasuri %s --machine=%S/../Inputs/cores-2.json --cores=2 --min-gain=0 --dump=cost,plan --stop-after=plan -- -O2 | FileCheck %s
// RUN: kasuri %s --machine=%S/../Inputs/cores-2.json --min-gain=0 -Rkasuri -o %t -- -O2 2>&1 | FileCheck %s --check-prefix=REMARK
#include <math.h>

double a, b, c, d;

static double spin(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = sqrt(s + i);
  return s;
}

static double through(int size, int unused) {
  int half = size / 2;
  return spin(half) + unused;
}

static double nested(int rows, int columns) {
  double s = 0;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++)
      s = sqrt(s + x);
  return s;
}

static double recursive(int n) { return n > 0 ? recursive(n - 1) + spin(n) : 0; }

// REMARK: [[#@LINE+2]]:3: remark: statements run in parallel: 4 macro-tasks; estimated {{1[.][45].}} times faster on 2 cores
int main(void) {
  a = spin(2000000);
  b = through(200, 7);
  c = nested(1000, 1000);
  d = nested(3, 10) + recursive(4);
  return (int)(a + b + c + d);
}

// CHECK: function spin {{[0-9]+}} ns, medium
// CHECK: function through {{[0-9]?[0-9]?[0-9]?[0-9]}} ns, medium
// CHECK: layer main@calls-with-arguments.c:33, 4 macro-tasks
// CHECK-NEXT: 2 workers
// CHECK-NEXT: w0 main@calls-with-arguments.c:33 part 0/1
// CHECK-NEXT: w1 main@calls-with-arguments.c:35 part 0/1
