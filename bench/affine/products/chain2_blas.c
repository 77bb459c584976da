/* The kernel of chain2.c with OpenBLAS. */
#include "../blas.h"

static void multiply(double (*to)[N], double (*x)[N], double (*y)[N], double factor) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, factor, &x[0][0], N, &y[0][0], N, 0, &to[0][0], N);
}

static void kernel(void) {
  multiply(product, a, b, scale);
  multiply(d, product, c, 1);
}
