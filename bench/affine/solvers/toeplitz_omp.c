/* The Toeplitz system by hand: vectors only, and each pass over x and y does both. */
static void kernel(void) {
  double error = t[0];
  y[0] = -t[1] / t[0];
  x[0] = b[0] / t[0];
  for (int k = 1; k < N; k++) {
    error *= 1 - y[k - 1] * y[k - 1];
    double rest = b[k], sum = k == N - 1 ? 0 : t[k + 1];
#pragma omp simd reduction(+ : rest, sum)
    for (int i = 0; i < k; i++) {
      rest -= t[k - i] * x[i];
      sum += t[k - i] * y[i];
    }
    double step = rest / error, reflection = -sum / error;
#pragma omp simd
    for (int i = 0; i < k; i++) {
      x[i] += step * y[k - 1 - i];
      z[i] = y[i] + reflection * y[k - 1 - i];
    }
    x[k] = step;
    memcpy(y, z, k * sizeof *y);
    y[k] = reflection;
  }
}
