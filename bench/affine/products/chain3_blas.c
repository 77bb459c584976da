/* The kernel of chain3.c with OpenBLAS. */
#include "../blas.h"

static void multiply(double (*to)[N], double (*x)[N], double (*y)[N]) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, &x[0][0], N, &y[0][0], N, 0, &to[0][0], N);
}

static void kernel(void) {
  multiply(e, a, b);
  multiply(f, c, d);
  multiply(g, e, f);
}
