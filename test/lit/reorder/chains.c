// Of two loops, the one whose iterations depend on each other stays innermost where its rows are in order in memory. GCC would
// exchange them, as the other one has no dependences: assembly without instructions stands between them.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O3 -ffp-contract=off | FileCheck %s
enum { N = 1000 };
double u[N][N], v[N][N], d[N][N], c[N];

// CHECK: {{^}}nest {{.*}}chains.c:[[#@LINE+2]]:3
void columns_then_rows(void) {
  for (int t = 0; t < 20; t++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = 1; i < N - 1; i++)
        d[i][j] = (u[i][j - 1] + u[i][j] + u[i][j + 1] + d[i - 1][j]) * c[i];
      for (int i = N - 2; i > 0; i--)
        v[i][j] = d[i][j] + c[i] * v[i + 1][j];
    }
    for (int i = 1; i < N - 1; i++) {
      for (int j = 1; j < N - 1; j++)
        d[i][j] = (v[i - 1][j] + v[i][j] + v[i + 1][j] + d[i][j - 1]) * c[j];
      for (int j = N - 2; j > 0; j--)
        u[i][j] = d[i][j] + c[j] * u[i][j + 1];
    }
  }
}

// CHECK: void columns_then_rows(
// CHECK-NOT: __asm__
// CHECK: v[i][j] =
// CHECK: for (int i_point = 1; {{.*}}
// CHECK-NEXT: __asm__(""); /* or GCC might exchange the loops */
// CHECK-NEXT: for (int j_point = 1; {{.*}}
// CHECK: d[i][j] =
// CHECK: for (int i_point = 1; {{.*}}
// CHECK-NEXT: __asm__(""); /* or GCC might exchange the loops */
// CHECK-NEXT: for (int j_point = 0; {{.*}}
// CHECK: u[i][j] =
