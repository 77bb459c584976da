// Where the compiler may fuse products with sums, the order changes only if the same ones are fused: the text says so
// where the source's are all fused, or none is. Else the product changes in the innermost loop before and after, and one
// sum has no two of them.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 -march=haswell -fno-tree-vectorize | FileCheck %s
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 -march=haswell -ffp-contract=off | FileCheck %s --check-prefix=OFF
enum { N = 500 };
double a[N][N], b[N][N], c[N][N], x[N], y[N], s;

// OFF: {{^}}nest {{.*}}fused-products.c:[[#@LINE+4]]:3
// CHECK: {{^}}nest {{.*}}fused-products.c:[[#@LINE+3]]:3
// CHECK-NOT: {{^}}nest {{.*}}fused-products.c:[[#@LINE+9]]:3
void one(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// OFF: {{^}}nest {{.*}}fused-products.c:[[#@LINE+2]]:3
void two(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j] + a[k][i] * b[j][k];
}

// The product is rounded in front of the inner loop.
// OFF: {{^}}nest {{.*}}fused-products.c:[[#@LINE+3]]:3
// CHECK: {{^}}nest {{.*}}fused-products.c:[[#@LINE+2]]:3
void invariant(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      c[i][j] += x[j] * s;
}

// CHECK: void one(
// CHECK: c[i][j] = __builtin_fma(a[i][k], b[k][j], c[i][j]);
// OFF: void one(
// OFF: c[i][j] += a[i][k] * b[k][j];
// CHECK: void invariant(
// CHECK: const volatile double [[HIDDEN:minus_[a-z_]*]] = -0.0;
// CHECK-NEXT: const double [[ZERO:minus_[a-z_]*]] = [[HIDDEN]];
// CHECK: c[i][j] += (x_kept{{_*}} * s + [[ZERO]]);
