// In tiles of time steps, the compiler is told that iterations of an innermost loop are independent only where they are.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 | FileCheck %s
enum { N = 1200, STEPS = 160 };
static double a[N][N], b[N][N];

void independent(void) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = b[i - 1][j] + b[i + 1][j];
}

void chain(void) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1];
}

// CHECK: nest {{.*}}:7:3 tiled {{[0-9]+x[0-9]+}} over 't' and 'i', skewed by 1
// CHECK: nest {{.*}}:14:3 tiled {{[0-9]+x[0-9]+}} over 't' and 'i', skewed by 1
// CHECK: void independent(
// CHECK: #pragma kasuri columns
// CHECK: #pragma GCC ivdep
// CHECK: b[i][j] = b[i - 1][j] + b[i + 1][j];
// CHECK: void chain(
// CHECK: #pragma kasuri columns
// CHECK-NOT: #pragma GCC ivdep
// CHECK: a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1];
