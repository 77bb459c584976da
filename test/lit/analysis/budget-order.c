// Each loop and each sequence has its own budget: what is found about one does not depend on what was asked before.
// RUN: kasuri %s --dump=analysis --stop-after=analysis --analysis-budget=100 | FileCheck %s --implicit-check-not="{{^loop|^order .*:[0-9]+:3 ->}}"

void hardFirst(int *restrict a, int *restrict b, int *restrict c, int *restrict d, int *restrict e,
               int *restrict f, int *restrict g, int *restrict h, int *restrict y) {
  // CHECK: loop {{.*}}budget-order.c:[[@LINE+2]]:3 sequential
  // CHECK-NEXT: the analysis of function 'hardFirst' exceeds its budget of 100 steps [AnalysisBudget]
  for (int i = 0; i < 1000; i++) {
    a[i] = b[i], b[i] = c[i], c[i] = d[i], d[i] = e[i];
    e[i] = f[i], f[i] = g[i], g[i] = h[i], h[i] = i;
  }
  // CHECK-NEXT: loop {{.*}}budget-order.c:[[@LINE+1]]:3 parallel{{$}}
  for (int i = 0; i < 1000; i++)
    y[i] = i;
}

void hardLast(int *restrict a, int *restrict b, int *restrict c, int *restrict d, int *restrict e,
              int *restrict f, int *restrict g, int *restrict h, int *restrict y) {
  // CHECK: loop {{.*}}budget-order.c:[[@LINE+1]]:3 parallel{{$}}
  for (int i = 0; i < 1000; i++)
    y[i] = i;
  // CHECK-NEXT: loop {{.*}}budget-order.c:[[@LINE+2]]:3 sequential
  // CHECK-NEXT: the analysis of function 'hardLast' exceeds its budget of 100 steps [AnalysisBudget]
  for (int i = 0; i < 1000; i++) {
    a[i] = b[i], b[i] = c[i], c[i] = d[i], d[i] = e[i];
    e[i] = f[i], f[i] = g[i], g[i] = h[i], h[i] = i;
  }
}
