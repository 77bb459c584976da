/* The kernel of symmetric.c with OpenBLAS. */
#include "../blas.h"

static void kernel(void) {
  cblas_dsymm(CblasRowMajor, CblasLeft, CblasLower, N, N, alpha, &a[0][0], N, &b[0][0], N, beta, &c[0][0], N);
}
