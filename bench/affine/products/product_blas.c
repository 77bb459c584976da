/* The kernel of product.c with OpenBLAS. */
#include "../blas.h"

static void kernel(void) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, &a[0][0], N, &b[0][0], N, 0, &c[0][0], N);
}
