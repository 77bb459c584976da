// The buffer of a variable that there is for each iteration of a loop begins where the loop does.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
// CHECK: {{^}}nest {{.*}}from-parameters.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void remove_column(double *restrict a, double *restrict r, const double *restrict q, int k, int rows, int cols) {
  for (int j = 3 * k + 1; j < cols; j++) {
    double sum = 0;
    for (int i = 0; i < rows; i++)
      sum += q[i] * a[i * (long)cols + j];
    r[j] = sum;
    for (int i = 0; i < rows; i++)
      a[i * (long)cols + j] -= q[i] * sum;
  }
}
// CHECK: sum_all{{_*}}[(j_number{{_*}} - ({{3}} * k + 1))] = 0;
