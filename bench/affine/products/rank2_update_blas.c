/* The kernel of rank2_update.c with OpenBLAS. */
#include "../blas.h"

static void kernel(void) {
  cblas_dsyr2k(CblasRowMajor, CblasLower, CblasNoTrans, N, K, alpha, &a[0][0], K, &b[0][0], K, beta, &c[0][0], N);
}
