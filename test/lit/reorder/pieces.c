// Loops inside a loop that reordering has made to run in parallel are not judged: there are no layers for them.
// RUN: kasuri %s --dump=graph --stop-after=graph -- -O2 | FileCheck %s
// CHECK: layer 0 in product
// CHECK-NEXT: C0 condition {{.*}}pieces.c:[[#@LINE+16]]:3
// CHECK-NEXT: T1 repetition {{.*}} doall if C0: C0
// CHECK-NEXT: T2 repetition {{.*}}pieces.c:[[#@LINE+13]]:3 doall if not C0: not C0
// CHECK-NEXT: layer 1 in product
// CHECK-NEXT: T0 repetition {{.*}} doall: at once
// CHECK-NEXT: layer 2 in product
// CHECK-NEXT: T0 repetition {{.*}}pieces.c:[[#@LINE+9]]:3 doall: at once
// CHECK-NEXT: layer 3 in product
// CHECK-NEXT: T0 repetition {{.*}}pieces.c:[[#@LINE+8]]:5 doall: at once
// CHECK-NEXT: layer 4 in product
// CHECK-NEXT: T0 repetition {{.*}}pieces.c:[[#@LINE+7]]:7 doall: at once
enum { N = 400 };
static double a[N][N], b[N][N], c[N][N];

static void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

int main(void) {
  product();
  return (int)c[N / 2][N / 2];
}
