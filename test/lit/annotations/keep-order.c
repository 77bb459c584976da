// An annotation keeps the order of the loops around and inside of it. They still run in parallel.
// RUN: kasuri %s --dump=reorder --stop-after=reorder | FileCheck %s
// RUN: kasuri %s --cores=2 -Rkasuri -Rkasuri-missed 2>&1 | FileCheck %s --check-prefix=REMARK
#include <kasuri/annotations.h>

enum { N = 1000 };
double a[N][N], b[N][N], c[N][N];

// CHECK: nest {{.*}}keep-order.c:[[#@LINE+2]]:3
void free_order(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK-NOT: {{^}}nest
// CHECK: kept {{.*}}keep-order.c:[[#@LINE+5]]:3: the source asks for it by an annotation
// CHECK-NEXT: kept {{.*}}keep-order.c:[[#@LINE+5]]:5: the source asks for it by an annotation
// REMARK: keep-order.c:[[#@LINE+3]]:3: remark: loop runs in parallel: doall over 'i'
void whole_nest(void) {
  KASURI_KEEP_ORDER
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += b[i][k] * a[k][j];
}

// CHECK: kept {{.*}}keep-order.c:[[#@LINE+3]]:3: the source asks for it by an annotation
// REMARK-NOT: KeptOrder
void inner(void) {
  for (int i = 0; i < N; i++)
    KASURI_KEEP_ORDER
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * a[k][j];
}
