/* G = (A * B) * (C * D) by hand. */
enum { BLOCK = 50 };

static void multiply(double (*to)[N], double (*x)[N], double (*y)[N]) {
#pragma omp parallel for schedule(dynamic)
  for (int ii = 0; ii < N; ii += BLOCK)
    for (int kk = 0; kk < N; kk += BLOCK)
      for (int i = ii; i < N && i < ii + BLOCK; i++)
        for (int k = kk; k < N && k < kk + BLOCK; k++)
#pragma omp simd
          for (int j = 0; j < N; j++)
            to[i][j] += x[i][k] * y[k][j];
}

static void kernel(void) {
  multiply(e, a, b);
  multiply(f, c, d);
  multiply(g, e, f);
}
