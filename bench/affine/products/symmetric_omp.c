/* C = alpha * A * B + beta * C by hand: A is mirrored first, sums of a row are kept apart. */
static double full[N][N], sums[N][N];

static void kernel(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++)
        full[i][k] = k <= i ? a[i][k] : a[k][i];
#pragma omp for schedule(dynamic)
    for (int ii = 0; ii < N; ii += 40) {
      for (int kk = 0; kk < N; kk += 40)
        for (int i = ii; i < N && i < ii + 40; i++)
          for (int k = kk; k < N && k < kk + 40; k++)
#pragma omp simd
            for (int j = 0; j < N; j++)
              sums[i][j] += full[i][k] * b[k][j];
      for (int i = ii; i < N && i < ii + 40; i++)
        for (int j = 0; j < N; j++)
          c[i][j] = alpha * sums[i][j] + beta * c[i][j];
    }
  }
}
