/* Cholesky by hand: panels of columns, then the trailing triangle in tiles of rows. */
enum { PANEL = 64 };

static double panel[PANEL][N];

static void kernel(void) {
  for (int kk = 0; kk < N; kk += PANEL) {
    int end = kk + PANEL < N ? kk + PANEL : N;
    for (int j = kk; j < end; j++) {
      for (int k = kk; k < j; k++)
        a[j][j] -= a[j][k] * a[j][k];
      a[j][j] = sqrt(a[j][j]);
      for (int i = j + 1; i < end; i++) {
        for (int k = kk; k < j; k++)
          a[i][j] -= a[i][k] * a[j][k];
        a[i][j] /= a[j][j];
      }
    }
#pragma omp parallel
    {
#pragma omp for
      for (int i = end; i < N; i++)
        for (int j = kk; j < end; j++) {
          double sum = a[i][j];
#pragma omp simd reduction(+ : sum)
          for (int k = kk; k < j; k++)
            sum -= a[i][k] * a[j][k];
          a[i][j] = sum / a[j][j];
          panel[j - kk][i] = a[i][j];
        }
#pragma omp for schedule(dynamic, 16)
      for (int i = N - 1; i >= end; i--)
        for (int k = kk; k < end; k++)
#pragma omp simd
          for (int j = end; j <= i; j++)
            a[i][j] -= a[i][k] * panel[k - kk][j];
    }
  }
}
