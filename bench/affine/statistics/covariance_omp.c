/* Covariance by hand: rows of the result, in tiles of samples. */
static void kernel(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int jj = 0; jj < N; jj += 50) {
      int end = jj + 50 < N ? jj + 50 : N;
      for (int j = jj; j < end; j++)
        mean[j] = 0;
      for (int i = 0; i < M; i++)
        for (int j = jj; j < end; j++)
          mean[j] += data[i][j];
      for (int j = jj; j < end; j++)
        mean[j] /= M;
      for (int i = 0; i < M; i++)
        for (int j = jj; j < end; j++)
          data[i][j] -= mean[j];
    }
#pragma omp for schedule(dynamic)
    for (int ii = 0; ii < N; ii += 25) {
      int end = ii + 25 < N ? ii + 25 : N;
      for (int kk = 0; kk < M; kk += 50)
        for (int i = ii; i < end; i++)
          for (int k = kk; k < M && k < kk + 50; k++)
#pragma omp simd
            for (int j = i; j < N; j++)
              cov[i][j] += data[k][i] * data[k][j];
      for (int i = ii; i < end; i++)
        for (int j = i; j < N; j++)
          cov[i][j] = cov[j][i] = cov[i][j] / (M - 1);
    }
  }
}
