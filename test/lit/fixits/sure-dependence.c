// Nobody is asked to promise that a loop is independent if its iterations surely depend on each other.
// RUN: kasuri %s -Rkasuri-missed 2>&1 | FileCheck %s
// CHECK: loop stays sequential
// CHECK-NOT: fix-it
enum { N = 100000 };
static double total[N];

void run(void) {
  for (int i = 1; i < N; i++)
    total[i] += total[i - 1];
}
