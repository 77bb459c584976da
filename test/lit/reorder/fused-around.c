// Of a sum of products around another loop, GCC tells which product it fuses, as that loop has code of its own.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -march=haswell | FileCheck %s
enum { N = 600 };
double a[N][N], b[N][N], r[N][N], s[N][N];

// CHECK: {{^}}nest {{.*}}fused-around.c:[[#@LINE+2]]:3 tiled
void updated(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      r[i][j] = 1.2 * r[i][j] + 0.7 * s[i][j];
      for (int k = 0; k < N; k++)
        r[i][j] += a[i][k] * b[k][j];
    }
}

// The loop inside is short: GCC unrolls it, and may then compute several sums at once.
// CHECK-NOT: {{^}}nest
// CHECK: {{^}}kept {{.*}}fused-around.c:[[#@LINE+2]]:3{{.*}} might fuse other products
void unrolled(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
      s[i][j] = 0.3 * s[i][j] + 0.9 * a[i][j];
      for (int k = 0; k < 8; k++)
        s[i][j] += a[i][k] * b[k][j];
    }
}

// CHECK: void updated(
// CHECK: r[i][j] = __builtin_fma(
