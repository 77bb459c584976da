/* The wave by hand: both electric fields in one pass over rows, then the magnetic one. */
static void kernel(void) {
#pragma omp parallel
  for (int t = 0; t < STEPS; t++) {
#pragma omp for
    for (int i = 0; i < N; i++) {
      if (i == 0)
        for (int j = 0; j < N; j++)
          ey[0][j] = t % 20 * 0.05;
      else
#pragma omp simd
        for (int j = 0; j < N; j++)
          ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
#pragma omp simd
      for (int j = 1; j < N; j++)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    }
#pragma omp for
    for (int i = 0; i < N - 1; i++)
#pragma omp simd
      for (int j = 0; j < N - 1; j++)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}
