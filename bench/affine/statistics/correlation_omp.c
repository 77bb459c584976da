/* Correlation by hand: rows of the result, in tiles of samples. */
static void find_moments(int first, int end) {
  for (int i = 0; i < M; i++)
    for (int j = first; j < end; j++)
      mean[j] += data[i][j];
  for (int j = first; j < end; j++)
    mean[j] /= M;
  for (int i = 0; i < M; i++)
    for (int j = first; j < end; j++)
      deviation[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
  for (int j = first; j < end; j++) {
    deviation[j] = sqrt(deviation[j] / M);
    if (deviation[j] < 0.05)
      deviation[j] = 1;
  }
}

static void kernel(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int jj = 0; jj < N; jj += 50)
      find_moments(jj, jj + 50 < N ? jj + 50 : N);
#pragma omp for
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
        data[i][j] = (data[i][j] - mean[j]) / (sqrt(M) * deviation[j]);
#pragma omp for schedule(dynamic)
    for (int ii = 0; ii < N; ii += 25) {
      int end = ii + 25 < N ? ii + 25 : N;
      for (int kk = 0; kk < M; kk += 50)
        for (int i = ii; i < end; i++)
          for (int k = kk; k < M && k < kk + 50; k++)
#pragma omp simd
            for (int j = i + 1; j < N; j++)
              corr[i][j] += data[k][i] * data[k][j];
      for (int i = ii; i < end; i++) {
        corr[i][i] = 1;
        for (int j = i + 1; j < N; j++)
          corr[j][i] = corr[i][j];
      }
    }
  }
}
