/* Both products by hand: the second by stripes of columns. */
static void kernel(void) {
#pragma omp parallel
  for (int step = 0; step < STEPS; step++) {
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int j = 0; j < N; j++)
        sum += a[i][j] * y[j];
      x[i] += sum;
    }
#pragma omp for
    for (int ii = 0; ii < N; ii += 256)
      for (int j = 0; j < N; j++)
#pragma omp simd
        for (int i = ii; i < (ii + 256 < N ? ii + 256 : N); i++)
          z[i] += a[j][i] * w[j];
#pragma omp for
    for (int i = 0; i < N; i++) {
      y[i] = 0.25 * x[i];
      w[i] = 0.25 * z[i];
    }
  }
}
