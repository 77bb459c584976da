// A product of matrices: the loop with unit stride becomes the innermost one, what is reused stays in registers and in
// tiles, and the source stays as the other branch. The user hears of one nest, not of its new loops.
// RUN: kasuri %s --dump=reorder --stop-after=reorder | FileCheck %s
// RUN: kasuri %s --cores=2 -Rkasuri 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 && gcc -Wall -Wextra -Werror -I%S/../../../include -c %t/product.c -o %t/product.o
// RUN: kasuri %s --no-reorder -Rkasuri 2>&1 | FileCheck %s --check-prefix=KEPT
enum { N = 1000 };
double a[N][N], b[N][N], c[N][N];

// CHECK: {{^}}nest {{.*}}product.c:[[#@LINE+8]]:3 tiled 32x64x512, 4x8 iterations unrolled, loop over 'j' innermost
// CHECK: kasuri: loop nest reordered
// CHECK: #pragma kasuri reordered
// CHECK: for (int i_point = 0;
// CHECK: c[i][j] = 0;
// CHECK: #pragma kasuri reordered
// REMARK: {{.*}}product.c:[[#@LINE+2]]:3: remark: loop nest reordered: tiled 32x64x512, 4x8 iterations unrolled, loop over 'j' innermost; estimated {{.*}}x faster on one core, and runs in parallel [Reordered]
void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}
// CHECK: for (int i_tile = 0; i_tile <= 999; i_tile += 32)
// CHECK: for (int k_tile = 0; k_tile <= 999; k_tile += 64)
// CHECK: for (int j_tile = 0; j_tile <= 999; j_tile += 512)
// CHECK: for (int i_block
// CHECK: for (int k_block
// CHECK: for (int j_point
// CHECK: #pragma GCC unroll 4
// CHECK: #pragma GCC unroll 8
// CHECK: const int i = i_tile + i_block + i_lane;
// CHECK: c[i][j] += a[i][k] * b[k][j];
// CHECK: } else
// CHECK: for (int i = 0; i < N; i++)
// REMARK-NOT: i_tile
// REMARK: kasuri: {{[0-9]}} of 3 loops
// KEPT-NOT: reordered
