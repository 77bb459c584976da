// A sum that a variable gets has its place, in front of both products: which one is fused, only variables tell. In the
// task, GCC fuses the other one.
// RUN: kasuri %s -o %t --cores=2 --min-gain=0 --no-reorder -Rkasuri-missed -- -O3 -march=cooperlake 2>&1 | FileCheck %s
//
// One that memory gets has the place of its operator, between the products.
// RUN: kasuri %S/../../../bench/affine/vectors/two_matrices_structs.c --cores=2 --no-reorder -Rkasuri -- -O3 -march=x86-64-v3 2>&1 | FileCheck --check-prefix=STORED %s
// STORED: two_matrices_structs.c:31:3: remark: loop {{may run|runs}} in parallel
#include <stdio.h>

enum { N = 190 };
static double a[N][N], b[N][N];

// CHECK: fused-at-name.c:[[#@LINE+3]]:5: remark: loop stays sequential: in a task, the compiler fuses other products with sums than in the source [FusedOtherwise]
static void mix(double u) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      double y;
      y = 0.3 * a[i][j + 1] + u * b[i - 1][j];
      b[i][j] = y;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 1.0 / (1 + i * 3 + j);
      b[i][j] = (i - j) / 9.0;
    }
  mix(0.1);
  printf("%.17g %.17g\n", b[N / 2][N / 2], b[N - 2][N - 2]);
  return 0;
}
