/* Triangular systems by hand: stripes of right-hand sides are independent. */
enum { STRIPE = 64 };

static void kernel(void) {
#pragma omp parallel for
  for (int jj = 0; jj < N; jj += STRIPE) {
    int end = jj + STRIPE < N ? jj + STRIPE : N;
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < i; k++)
#pragma omp simd
        for (int j = jj; j < end; j++)
          x[i][j] -= l[i][k] * x[k][j];
      for (int j = jj; j < end; j++)
        x[i][j] /= l[i][i];
    }
  }
}
