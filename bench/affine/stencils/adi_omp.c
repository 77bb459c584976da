/* Alternating directions by hand: columns go down in stripes, row by row; rows are divided. */
static void columns(double r, int first, int end) {
  for (int i = 1; i < N - 1; i++)
#pragma omp simd
    for (int j = first; j < end; j++)
      d[i][j] = (r * u[i][j - 1] + (1 - 2 * r) * u[i][j] + r * u[i][j + 1] + r * d[i - 1][j]) * scale[i];
  for (int i = N - 2; i > 0; i--)
#pragma omp simd
    for (int j = first; j < end; j++)
      v[i][j] = d[i][j] + c[i] * v[i + 1][j];
}

static void row(double r, int i) {
  for (int j = 1; j < N - 1; j++)
    d[i][j] = (r * v[i - 1][j] + (1 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * d[i][j - 1]) * scale[j];
  for (int j = N - 2; j > 0; j--)
    u[i][j] = d[i][j] + c[j] * u[i][j + 1];
}

static void kernel(void) {
  const double r = 0.3;
  for (int i = 1; i < N - 1; i++) {
    scale[i] = 1 / (1 + 2 * r - r * c[i - 1]);
    c[i] = r * scale[i];
  }
#pragma omp parallel
  for (int t = 0; t < STEPS; t++) {
#pragma omp for
    for (int j = 1; j < N - 1; j += 32)
      columns(r, j, j + 32 < N - 1 ? j + 32 : N - 1);
#pragma omp for
    for (int i = 1; i < N - 1; i++)
      row(r, i);
  }
}
