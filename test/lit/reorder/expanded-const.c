// A variable that is const is expanded into a buffer that can be written.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --machine=x86-vm-2 | FileCheck %s
enum { N = 600 };
double a[N][N], b[N][N], c[N][N], d[N][N];

// CHECK: {{^}}nest {{.*}}expanded-const.c:[[#@LINE+4]]:3
// CHECK: {{^}} {{ *}}double *const half_{{[a-z_]*}} =
// CHECK: {{^}} {{ *}}half_{{[a-z_]*}}[{{.*}}] = a[i][j] / 2
void halves(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      const double half = a[i][j] / 2;
      c[i][j] = half;
      for (int k = 0; k < N; k++)
        c[i][j] += b[i][k] * b[k][j];
      d[i][j] = half + c[i][j];
    }
}

int main(void) { halves(); }
