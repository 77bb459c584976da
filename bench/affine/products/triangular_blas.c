/* The kernel of triangular.c with OpenBLAS. */
#include "../blas.h"

static void kernel(void) {
  cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, N, N, 1, &l[0][0], N, &b[0][0], N);
}
