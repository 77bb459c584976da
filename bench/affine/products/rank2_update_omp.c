/* The rank-2 update by hand, with both factors transposed first. */
static double s[K][N], t[K][N];

static void kernel(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int k = 0; k < K; k++)
      for (int j = 0; j < N; j++) {
        s[k][j] = a[j][k];
        t[k][j] = b[j][k];
      }
#pragma omp for schedule(dynamic)
    for (int i = N - 1; i >= 0; i--) {
      double sums[N];
      for (int j = 0; j <= i; j++)
        sums[j] = 0;
      for (int k = 0; k < K; k++)
#pragma omp simd
        for (int j = 0; j <= i; j++)
          sums[j] += a[i][k] * t[k][j] + b[i][k] * s[k][j];
      for (int j = 0; j <= i; j++)
        c[i][j] = beta * c[i][j] + alpha * sums[j];
    }
  }
}
