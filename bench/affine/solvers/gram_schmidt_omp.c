/* Gram-Schmidt by hand: each thread has a stripe of columns, and goes through them by rows. */
static void kernel(void) {
#pragma omp parallel
  for (int k = 0; k < N; k++) {
#pragma omp single
    {
      double squares = 0;
      for (int i = 0; i < N; i++)
        squares += a[i][k] * a[i][k];
      r[k][k] = sqrt(squares);
      for (int i = 0; i < N; i++)
        q[i][k] = a[i][k] / r[k][k];
    }
#pragma omp for
    for (int jj = k + 1; jj < N; jj += 128) {
      int end = jj + 128 < N ? jj + 128 : N;
      for (int i = 0; i < N; i++)
#pragma omp simd
        for (int j = jj; j < end; j++)
          r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < N; i++)
#pragma omp simd
        for (int j = jj; j < end; j++)
          a[i][j] -= q[i][k] * r[k][j];
    }
  }
}
