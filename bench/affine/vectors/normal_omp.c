/* Both products by hand: each thread has its own sums. */
static void kernel(void) {
  for (int step = 0; step < STEPS; step++) {
    for (int j = 0; j < N; j++)
      y[j] = 0;
#pragma omp parallel for reduction(+ : y[ : N])
    for (int i = 0; i < N; i++) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int j = 0; j < N; j++)
        sum += a[i][j] * x[j];
#pragma omp simd
      for (int j = 0; j < N; j++)
        y[j] += a[i][j] * sum;
    }
    for (int j = 0; j < N; j++)
      x[j] = y[j] * 4 / N / N;
  }
}
