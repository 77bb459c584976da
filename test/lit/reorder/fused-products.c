// Where the compiler may fuse products with sums, the order changes only if it fuses the same ones: the product changes
// in the innermost loop before and after, one sum has no two of them, and no chain of sums leaves it to the compiler.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 -march=haswell -fno-tree-vectorize | FileCheck %s
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 -march=haswell -ffp-contract=off | FileCheck %s --check-prefix=OFF
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 -march=znver3 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: {{^}}nest 
enum { N = 500 };
double a[N][N], b[N][N], c[N][N], x[N], y[N], s;

// OFF: {{^}}nest {{.*}}fused-products.c:[[#@LINE+3]]:3
// CHECK: {{^}}nest {{.*}}fused-products.c:[[#@LINE+2]]:3
void one(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// OFF: {{^}}nest {{.*}}fused-products.c:[[#@LINE+3]]:3
// CHECK-NOT: {{^}}nest 
void two(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j] + a[k][i] * b[j][k];
}

// The product is rounded in front of the inner loop now.
// OFF: {{^}}nest {{.*}}fused-products.c:[[#@LINE+2]]:3
void invariant(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      c[i][j] += x[j] * s;
}
