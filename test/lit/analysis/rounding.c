// A loop that changes the rounding mode stays sequential; the others of the program do not, and none of
// them is in one layer with a change.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
// RUN: kasuri %s --dump=graph --stop-after=graph -- | FileCheck %s --check-prefix=GRAPH
#include <fenv.h>

static double quotients[100];

double divide(double x, int mode) {
  double others[100];
  // CHECK: loop {{.*}}rounding.c:[[#@LINE+2]]:3 sequential
  // CHECK: [UnknownCall]
  for (int i = 0; i < 100; i++) {
    fesetround(mode);
    quotients[i] = x / (i + 1);
  }
  // CHECK: loop {{.*}}rounding.c:[[#@LINE+2]]:3 parallel
  // GRAPH: T0 repetition {{.*}}rounding.c:[[#@LINE+1]]:3 doall
  for (int i = 0; i < 100; i++)
    quotients[i] = x / (i + 1);
  fesetround(FE_UPWARD);
  // CHECK: loop {{.*}}rounding.c:[[#@LINE+2]]:3 parallel
  // GRAPH: T0 repetition {{.*}}rounding.c:[[#@LINE+1]]:3 doall
  for (int i = 0; i < 100; i++)
    others[i] = x / (i + 1);
  // GRAPH-NOT: rounding.c:[[#@LINE+1]]:3
  __asm__ volatile("" : : "r"(mode));
  // GRAPH: T0 repetition {{.*}}rounding.c:[[#@LINE+1]]:3 doall
  for (int i = 0; i < 100; i++)
    others[i] += x / (i + 2);
  return others[7] + quotients[3];
}
