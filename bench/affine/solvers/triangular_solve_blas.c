/* The kernel of triangular_solve.c with OpenBLAS. */
#include "../blas.h"

static void kernel(void) {
  cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, N, N, 1, &l[0][0], N, &x[0][0], N);
}
