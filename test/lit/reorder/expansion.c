// A sum in a variable of its own: there is one for each iteration of the loops around it, in a buffer. Where the
// buffer would be too large, or there is no memory, the source's loops run. A variable that may be read before it is
// set, or behind the nest, is one variable.
// RUN: kasuri %s --dump=reorder --stop-after=reorder | FileCheck %s
enum { N = 600 };
double a[N][N], b[N][N], c[N][N];

// CHECK: {{^}}nest {{.*}}expansion.c:[[#@LINE+7]]:3
// CHECK: double *const sum_all = {{.*}} ? __builtin_malloc((unsigned long)600 * (unsigned long)600 * sizeof(double)) : 0;
// CHECK: if (sum_all) {
// CHECK: sum_all[(i_number) * 600 + j_number] = 0;
// CHECK: sum_all[(i_number) * 600 + j_number] += a[i][k] * b[k][j];
// CHECK: c[i][j] = sum_all[(i_number) * 600 + j_number];
void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
// CHECK: } else
// CHECK: __builtin_free(sum_all);

// CHECK: double *const total_all =
void declared_outside(void) {
  double total;
  int i, j, k;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      total = 1;
      for (k = 0; k < N; k++)
        total += a[i][k] * b[k][j];
      c[i][j] = total;
    }
}

// CHECK-NOT: result_all{{\[}}
double behind(void) {
  double result = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      result = 0;
      for (int k = 0; k < N; k++)
        result += a[i][k] * b[k][j];
      c[i][j] = result;
    }
  return result;
}

// CHECK-NOT: kept_all{{\[}}
void handed_on(void) {
  double kept = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (i > 3)
        kept = 0;
      for (int k = 0; k < N; k++)
        kept += a[i][k] * b[k][j];
      c[i][j] = kept;
    }
}
