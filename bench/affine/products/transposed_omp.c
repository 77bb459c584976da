/* C = A * transposed B by hand: B is transposed first. */
static double t[N][N];

static void kernel(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        t[k][j] = b[j][k];
#pragma omp for schedule(dynamic)
    for (int ii = 0; ii < N; ii += 48)
      for (int kk = 0; kk < N; kk += 48)
        for (int i = ii; i < N && i < ii + 48; i++)
          for (int k = kk; k < N && k < kk + 48; k++)
#pragma omp simd
            for (int j = 0; j < N; j++)
              c[i][j] += a[i][k] * t[k][j];
  }
}
