/* Heat by hand: planes of each half step are divided. */
static void diffuse(double (*restrict to)[SIDE][SIDE], double (*restrict from)[SIDE][SIDE]) {
#pragma omp for
  for (int i = 1; i < SIDE - 1; i++)
    for (int j = 1; j < SIDE - 1; j++)
#pragma omp simd
      for (int k = 1; k < SIDE - 1; k++)
        to[i][j][k] = 0.4 * from[i][j][k] + 0.1 * (from[i - 1][j][k] + from[i + 1][j][k] + from[i][j - 1][k] +
                                                   from[i][j + 1][k] + from[i][j][k - 1] + from[i][j][k + 1]);
}

static void kernel(void) {
#pragma omp parallel
  for (int t = 0; t < STEPS; t++) {
    diffuse(b, a);
    diffuse(a, b);
  }
}
