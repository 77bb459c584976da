// Sums of products of which GCC's account may leave in doubt which product is fused: their order stays.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell | FileCheck %s
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell -ffp-contract=off | FileCheck %s --check-prefix=OFF
// OFF-COUNT-5: {{^}}nest {{.*}} over 't'
// CHECK-NOT: {{^}}nest {{.*}} over 't'
// CHECK: {{^}}kept
// CHECK-NOT: {{^}}nest {{.*}} over 't'
enum { N = 140, STEPS = 60, P = 8 };
double a[N][N], b[N][N], c[N][N], d[N][P], e[N][P];

// What one sum computes, the other one computes in the next iteration, with the products the other way round.
void twins(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = (0.4 * a[i][j] + 0.1 * a[i][j - 1]) * (0.1 * a[i - 1][j] + 0.4 * a[i - 1][j + 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

// Both products may be the same.
void same(double v, double w) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = v * a[i][j] + w * a[i][j - 1];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

// Two statements may become one of vectors.
void together(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        b[i][j] = 0.4 * a[i][j] + 0.1 * a[i][j - 1];
        c[i][j] = 0.3 * a[i][j] + 0.2 * a[i][j - 1];
      }
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - c[i][j - 1];
  }
}

// The inner loop is unrolled as a whole.
void unrolled(void) {
  for (int t = 0; t < 9 * STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < P - 1; j++)
        e[i][j] = 0.4 * d[i][j] + 0.1 * (d[i - 1][j] + d[i + 1][j]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < P - 1; j++)
        d[i][j] = 0.4 * e[i][j] + 0.1 * (e[i - 1][j] + e[i + 1][j]);
  }
}

// A quarter is a factor, too.
void divided(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = a[i][j] / 4 + 0.1 * a[i][j - 1];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}
