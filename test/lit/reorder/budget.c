// Reordering counts steps, so its time is bounded on each machine: a nest that needs more than the budget keeps its order
// and says so, wherever the steps run out. A fifth of the default is enough for products and for stencils.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --analysis-budget=4000000 -- -O2 | FileCheck %s
// RUN: kasuri %s --dump=reorder --stop-after=reorder --analysis-budget=150000 -- -O2 | FileCheck %s --check-prefix=FEW
// RUN: kasuri %s --analysis-budget=150000 -Rkasuri-missed -- -O2 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: for budget in 100000 200000 250000 300000 350000 400000 500000 600000 700000; do \
// RUN:   kasuri %s --dump=reorder --stop-after=reorder --analysis-budget=$budget -- -O2 || exit 1; \
// RUN: done | FileCheck %s --check-prefix=LESS
enum { N = 600, STEPS = 60 };
static double a[N][N], b[N][N], c[N][N];

// CHECK: {{^}}nest {{.*}}budget.c:[[#@LINE+6]]:3 {{.*}}loop over 'j' innermost
// FEW: {{^}}kept {{.*}}budget.c:[[#@LINE+5]]:3: finding another one exceeds the budget of 7500 steps
// REMARK: {{.*}}budget.c:[[#@LINE+4]]:3: remark: loop nest keeps its order: finding another one exceeds the budget of 7500 steps [AnalysisBudget]
// REMARK: note: help: raise the budget with --analysis-budget
// LESS: {{^}}kept {{.*}}budget.c:[[#@LINE+2]]:3: finding another one exceeds the budget of {{[0-9]+}} steps
static void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK: {{^}}nest {{.*}}budget.c:[[#@LINE+2]]:3 8 iterations of 'i' unrolled
static void smooth(void) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        c[i][j] = (c[i - 1][j] + c[i][j - 1] + c[i][j] + c[i][j + 1] + c[i + 1][j]) / 5;
}

int main(void) {
  product();
  smooth();
  return (int)c[N / 2][N / 2];
}
