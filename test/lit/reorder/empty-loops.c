// A nest inside another that does nothing stays as it is.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 | FileCheck %s
enum { N = 300 };
double a[N];
// CHECK-NOT: {{^}}nest
// CHECK: kept {{.*}}empty-loops.c:[[#@LINE+2]]:3: no order is allowed
void f(void) {
  for (int t = 0; t < N; t++) {
    a[t] = a[t] * 0.5;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        ;
  }
}
// CHECK-NOT: {{^}}nest
