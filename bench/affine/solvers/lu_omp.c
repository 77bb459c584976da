/* LU by hand: panels of columns, then the trailing square, one row of it at a time. */
enum { PANEL = 64 };

static void kernel(void) {
  for (int kk = 0; kk < N; kk += PANEL) {
    int end = kk + PANEL < N ? kk + PANEL : N;
    for (int k = kk; k < end; k++)
      for (int i = k + 1; i < end; i++) {
        a[i][k] /= a[k][k];
        for (int j = k + 1; j < N; j++)
          a[i][j] -= a[i][k] * a[k][j];
      }
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = end; i < N; i++)
      for (int k = kk; k < end; k++) {
        a[i][k] /= a[k][k];
#pragma omp simd
        for (int j = k + 1; j < N; j++)
          a[i][j] -= a[i][k] * a[k][j];
      }
  }
}
