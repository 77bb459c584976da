/* B = L * B by hand: stripes of columns are independent. */
enum { STRIPE = 64 };

static void kernel(void) {
#pragma omp parallel for
  for (int jj = 0; jj < N; jj += STRIPE) {
    int end = jj + STRIPE < N ? jj + STRIPE : N;
    for (int i = N - 1; i >= 0; i--) {
      for (int j = jj; j < end; j++)
        b[i][j] = l[i][i] * b[i][j];
      for (int k = 0; k < i; k++)
#pragma omp simd
        for (int j = jj; j < end; j++)
          b[i][j] += l[i][k] * b[k][j];
    }
  }
}
