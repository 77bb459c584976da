/* The rank update by hand, with A transposed first. */
static double t[K][N];

static void kernel(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int k = 0; k < K; k++)
      for (int j = 0; j < N; j++)
        t[k][j] = a[j][k];
#pragma omp for schedule(dynamic)
    for (int ii = N / 30 * 30; ii >= 0; ii -= 30) {
      for (int i = ii; i < N && i < ii + 30; i++)
        for (int j = 0; j <= i; j++)
          c[i][j] *= beta;
      for (int kk = 0; kk < K; kk += 50)
        for (int i = ii; i < N && i < ii + 30; i++)
          for (int k = kk; k < K && k < kk + 50; k++)
#pragma omp simd
            for (int j = 0; j <= i; j++)
              c[i][j] += alpha * a[i][k] * t[k][j];
    }
  }
}
