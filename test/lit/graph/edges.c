// Macro-tasks wait for what they depend on and for nothing else.
// RUN: kasuri %s --dump=graph --stop-after=graph --dump-function=f -- | FileCheck %s
static int a[50], b[50], c[50];
static void fill(int *x, int k) {
  for (int i = 1; i < 50; i++)
    x[i] = x[i - 1] + k;
}
void f(void) {
  // CHECK: T0 subroutine {{.*}}:[[#@LINE+1]]:3: at once
  fill(a, 1);
  // CHECK: T1 subroutine {{.*}}:[[#@LINE+1]]:3: at once
  fill(b, 2);
  // CHECK: T2 repetition {{.*}}:[[#@LINE+1]]:3 doall: T0 and T1 (reads 196 bytes of T0, 196 bytes of T1){{$}}
  for (int i = 0; i < 50; i++)
    c[i] = a[i] + b[i];
}
