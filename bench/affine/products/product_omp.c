/* C = A * B by hand: blocks of rows, columns and terms. */
enum { ROWS = 64, COLS = 512, TERMS = 64 };

static int least(int x, int y) { return x < y ? x : y; }

static void kernel(void) {
#pragma omp parallel for schedule(dynamic)
  for (int ii = 0; ii < N; ii += ROWS)
    for (int jj = 0; jj < N; jj += COLS)
      for (int kk = 0; kk < N; kk += TERMS)
        for (int i = ii; i < least(ii + ROWS, N); i++)
          for (int k = kk; k < least(kk + TERMS, N); k++)
#pragma omp simd
            for (int j = jj; j < least(jj + COLS, N); j++)
              c[i][j] += a[i][k] * b[k][j];
}
