/* Both products by hand. */
static void kernel(void) {
#pragma omp parallel
  for (int step = 0; step < STEPS; step++) {
#pragma omp for
    for (int i = 0; i < N; i++) {
      double of_a = 0, of_b = 0;
#pragma omp simd reduction(+ : of_a, of_b)
      for (int j = 0; j < N; j++) {
        of_a += a[i][j] * x[j];
        of_b += b[i][j] * x[j];
      }
      y[i] = alpha * of_a + beta * of_b;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] = y[i] / N;
  }
}
