/* The predictor by hand: vectors only, since each order is short. */
static void kernel(void) {
  double error = r[0];
  for (int k = 1; k <= N; k++) {
    double rest = r[k];
#pragma omp simd reduction(+ : rest)
    for (int j = 1; j < k; j++)
      rest -= a[j] * r[k - j];
    double reflection = rest / error;
#pragma omp simd
    for (int j = 1; j < k; j++)
      next[j] = a[j] - reflection * a[k - j];
    for (int j = 1; j < k; j++)
      a[j] = next[j];
    a[k] = reflection;
    error *= 1 - reflection * reflection;
  }
}
