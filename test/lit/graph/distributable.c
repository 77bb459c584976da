// A loop whose body falls into parts stays one macro-task, with edges that hold for all of them.
// RUN: kasuri %s --dump=graph --stop-after=graph --dump-function=f -- | FileCheck %s
static int a[50], b[50];
static int first(void) { return a[0] = 1; }
int f(void) {
  int p = 1, q = 2;
  // CHECK: T0 {{.*}}:[[#@LINE+1]]:3: at once
  first();
  // CHECK: T1 repetition {{.*}}:[[#@LINE+1]]:3 distributable: T0
  for (int i = 0; i < 50; i++) {
    p = (p * 3 + a[i]) & 1023;
    a[i] = p;
    q = (q * 5 + b[i]) & 1023;
    b[i] = q;
  }
  return p + q;
}
