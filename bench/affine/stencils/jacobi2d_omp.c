/* Relaxation by hand: rows of each half step are divided. */
static void relax(double (*restrict to)[N], double (*restrict from)[N]) {
#pragma omp for
  for (int i = 1; i < N - 1; i++)
#pragma omp simd
    for (int j = 1; j < N - 1; j++)
      to[i][j] = 0.2 * (from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i + 1][j] + from[i - 1][j]);
}

static void kernel(void) {
#pragma omp parallel
  for (int t = 0; t < STEPS; t++) {
    relax(b, a);
    relax(a, b);
  }
}
