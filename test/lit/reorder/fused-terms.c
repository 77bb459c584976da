// Of a sum of products, GCC tells which product it fuses; the new text fuses the same one.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell | FileCheck %s
enum { N = 140, STEPS = 60 };
double a[N][N], b[N][N], e[N][N], h[N][N];
float f[N][N], g[N][N];

// CHECK: {{^}}nest {{.*}}fused-terms.c:[[#@LINE+2]]:3 tiled
void heat(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = 0.4 * a[i][j] + 0.1 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = 0.4 * b[i][j] + 0.1 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
  }
}

// CHECK: {{^}}nest {{.*}}fused-terms.c:[[#@LINE+2]]:3 tiled
void waves(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        e[i][j] -= 0.5 * (h[i][j] - h[i - 1][j]);
    for (int i = 0; i < N - 1; i++)
      for (int j = 0; j < N - 1; j++)
        h[i][j] -= 0.65 * (e[i + 1][j] - e[i][j]);
  }
}

// CHECK: {{^}}nest {{.*}}fused-terms.c:[[#@LINE+2]]:3 tiled
void floats(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        g[i][j] = (f[i][j] - f[i - 1][j] * 0.3f) - (0.2f * (f[i + 1][j] + f[i][j + 1]));
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        f[i][j] = 0.8f * g[i][j] - (g[i][j + 1] - g[i][j - 1]);
  }
}

// The first product is needed by itself, too.
// CHECK: {{^}}nest {{.*}}fused-terms.c:[[#@LINE+2]]:3 tiled
void shared(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = a[i][j] - 0.3 * ((0.7 * a[i][j] + 0.2 * a[i][j - 1]) * (0.7 * a[i][j]));
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

// CHECK: void heat(
// CHECK: b[i][j] = __builtin_fma(0.4, a[i][j], 0.1 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]));
// CHECK: void waves(
// CHECK: e[i][j] = __builtin_fma(-(0.5), (h[i][j] - h[i - 1][j]), e[i][j]);
// CHECK: void floats(
// CHECK: g[i][j] = __builtin_fmaf(-(0.2f), (f[i + 1][j] + f[i][j + 1]), (__builtin_fmaf(-(f[i - 1][j]), 0.3f, f[i][j])));
// CHECK: f[i][j] = __builtin_fmaf(0.8f, g[i][j], -((g[i][j + 1] - g[i][j - 1])));
// CHECK: void shared(
// CHECK: b[i][j] = __builtin_fma(-(0.3), ((__builtin_fma(0.2, a[i][j - 1], 0.7 * a[i][j])) * (0.7 * a[i][j])), a[i][j]);
