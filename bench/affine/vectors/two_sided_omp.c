/* Both products by hand: rows for q, then columns for s. */
static void kernel(void) {
#pragma omp parallel
  for (int step = 0; step < STEPS; step++) {
#pragma omp for
    for (int i = 0; i < N; i++) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int j = 0; j < N; j++)
        sum += a[i][j] * p[j];
      q[i] = sum;
    }
#pragma omp for
    for (int jj = 0; jj < N; jj += 512) {
      int end = jj + 512 < N ? jj + 512 : N;
      for (int j = jj; j < end; j++)
        s[j] = 0;
      for (int i = 0; i < N; i++)
#pragma omp simd
        for (int j = jj; j < end; j++)
          s[j] += r[i] * a[i][j];
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      p[i] = 0.5 * (p[i] + s[i]);
      r[i] = 0.5 * (r[i] + q[i]);
    }
  }
}
