/* The kernel of rank_update.c with OpenBLAS. */
#include "../blas.h"

static void kernel(void) {
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, N, K, alpha, &a[0][0], K, beta, &c[0][0], N);
}
