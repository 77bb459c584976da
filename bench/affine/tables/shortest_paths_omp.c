/* Shortest paths by hand: the rows and columns of a block of nodes first, then everything else in rows. */
enum { BLOCK = 40 };

static void pass(int kk, int from, int end, int left, int right) {
  for (int k = kk; k < kk + BLOCK && k < N; k++)
    for (int i = from; i < end; i++)
#pragma omp simd
      for (int j = left; j < right; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
}

static int end_of(int from) { return from + BLOCK < N ? from + BLOCK : N; }

static void kernel(void) {
#pragma omp parallel
  for (int kk = 0; kk < N; kk += BLOCK) {
#pragma omp single
    pass(kk, kk, end_of(kk), kk, end_of(kk));
#pragma omp for schedule(dynamic)
    for (int x = 0; x < N; x += BLOCK)
      if (x != kk) {
        pass(kk, kk, end_of(kk), x, end_of(x));
        pass(kk, x, end_of(x), kk, end_of(kk));
      }
#pragma omp for schedule(dynamic)
    for (int ii = 0; ii < N; ii += BLOCK)
      if (ii != kk)
        for (int jj = 0; jj < N; jj += BLOCK)
          if (jj != kk)
            pass(kk, ii, end_of(ii), jj, end_of(jj));
  }
}
