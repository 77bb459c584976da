// A statement that stores a product of sums: the new text fuses what GCC says it fuses, and nothing else. What is computed
// in advance stays rounded after each step.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell | FileCheck %s
enum { N = 140, STEPS = 20 };
double u[N][N], v[N][N], d[N][N], c[N], scale[N], rest[N][N];
double fine[2 * N][N], coarse[4][N][N];

// CHECK: {{^}}nest {{.*}}stored-products.c:[[#@LINE+4]]:5 {{.*}}loop over 'j' innermost
void directions(void) {
  const double r = 0.3;
  for (int t = 0; t < STEPS; t++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = 1; i < N - 1; i++)
        d[i][j] = (r * u[i][j - 1] + (1 - 2 * r) * u[i][j] + r * d[i - 1][j]) * scale[i];
      for (int i = N - 2; i > 0; i--)
        v[i][j] = d[i][j] + c[i] * v[i + 1][j];
    }
    for (int i = 1; i < N - 1; i++)
      for (int j = N - 2; j > 0; j--)
        u[i][j] = v[i][j] + c[j] * u[i][j + 1];
  }
}

// Here no statement stores what the sum without a product adds. Row 1 of a plane is one of its rows.
// CHECK: {{^}}nest {{.*}}stored-products.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void halve(int plane, int height) {
  for (int j = 0; j < N; j++) {
    coarse[plane][1][j] = fine[1][j];
    for (int i = 2; i < height; i++)
      coarse[plane][i][j] = (fine[2 * i - 1][j] + 2 * fine[2 * i][j] + fine[2 * i + 1][j]) / 4;
  }
}

// A sum without a product might take up one that another statement stores.
// CHECK: {{^}}kept {{.*}}stored-products.c:[[#@LINE+2]]:3
void other_sums(void) {
  for (int j = 1; j < N - 1; j++) {
    for (int i = 1; i < N - 1; i++)
      d[i][j] = (0.3 * u[i][j - 1] + (d[i - 1][j] - v[i][j])) * scale[i];
    for (int i = 1; i < N - 1; i++)
      v[i][j] = d[i][j] + c[i] * v[i - 1][j];
  }
}

// CHECK: void directions(
// CHECK: d[i][j] = ((__builtin_fma({{.*}}(1 - (2 * r + minus_zero{{_*}})) * u[i][j]{{.*}}) * scale[i] + minus_zero{{_*}});
// CHECK: v[i][j] = {{__builtin_fma}}(c[i], v[i + 1][j], d[i][j]);
// CHECK: void halve(
// CHECK: coarse[plane][i][j] = ((__builtin_fma(2, fine[2 * i][j], fine[2 * i - 1][j]) + fine[2 * i + 1][j]) / 4 + minus_zero{{_*}});
