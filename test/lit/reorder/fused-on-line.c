// On a line with other sums, nobody can tell whether the compiler fuses these as before: the nest keeps its order.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -march=haswell | FileCheck %s
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -march=haswell -ffp-contract=off | FileCheck --check-prefix=OFF %s
enum { N = 600 };
double a[N][N], b[N][N], c[N][N], d[N][N], x[N], y[N];

// CHECK: {{^}}nest {{.*}}fused-on-line.c:[[#@LINE+2]]:3 tiled
void apart(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
  for (int i = 0; i < N; i++)
    x[i] = 0.3 * x[i] + 0.7 * y[i];
}

// CHECK-NOT: {{^}}nest
// CHECK: {{^}}kept {{.*}}fused-on-line.c:[[#@LINE+3]]:3{{.*}} on its lines, the compiler might fuse
// OFF: {{^}}nest {{.*}}fused-on-line.c:[[#@LINE+2]]:3 tiled
void together(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      d[i][j] = 0;
      for (int k = 0; k < N; k++)
        d[i][j] += a[i][k] * b[k][j];
    } for (int i = 0; i < N; i++) x[i] = 0.3 * x[i] + 0.7 * y[i];
}
