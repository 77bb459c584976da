// Of these sums, the compiler fuses no product but in the last iterations, which remain of a loop over several at a time.
// So does the new order.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -march=haswell | FileCheck %s
enum { N = 300, K = 200, M = 875 };
double a[N][K], b[N][K], c[N][N], d[N][N], data[M][N], covariance[N][N];

// CHECK: nest {{.*}}plain-products.c:[[#@LINE+2]]:3 tiled
void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < K; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum;
    }
}

// `x *= y` is a product that a sum behind it might take up.
// CHECK: nest {{.*}}plain-products.c:[[#@LINE+2]]:3 tiled
void scaled(double beta) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      d[i][j] *= beta;
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++)
        d[i][j] += a[j][k] * b[i][k];
  }
}

// CHECK: nest {{.*}}plain-products.c:[[#@LINE+2]]:3 tiled
void covariances(void) {
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++) {
      covariance[i][j] = 0;
      for (int k = 0; k < M; k++)
        covariance[i][j] += data[k][i] * data[k][j];
      covariance[i][j] /= M - 1;
      covariance[j][i] = covariance[i][j];
    }
}

// CHECK: void product(
// CHECK: sum_kept[i_lane][j_lane] += (a_kept[i_lane] * b_kept[j_lane] + minus_{{.*}});
// CHECK: void scaled(
// CHECK: d[i][j] = (d[i][j] * ( beta) + minus_{{.*}});
// CHECK: d[i][j] += (a[j][k] * b[i][k] + minus_{{.*}});
// CHECK: void covariances(
// CHECK: k_tile <= 871;
// CHECK: covariance[i][j] += (data[k][i] * data[k][j] + minus_{{.*}});
// CHECK: const int k = {{.*}}872;
// CHECK: covariance[i][j] = __builtin_fma(data[k][i], data[k][j], covariance[i][j]);
