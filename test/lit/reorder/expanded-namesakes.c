// Two variables of one name, each in a block of its own, are expanded into two buffers.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --machine=x86-vm-2 | FileCheck %s
enum { N = 600 };
double a[N][N], x[N], y[N], z[N];

// CHECK: {{^}}nest {{.*}}expanded-namesakes.c:[[#@LINE+9]]:3
// CHECK: double *const [[FIRST:sum_a[a-z_]*]] =
// CHECK: double *const [[SECOND:sum_a[a-z_]*]] =
// CHECK: {{^}} {{ *}}[[FIRST]][{{.*}}] = 0;
// CHECK: {{^}} {{ *}}[[SECOND]][{{.*}}] = 0;
// CHECK: y[i] = [[FIRST]][
// CHECK: {{z_k[a-z_]*}} += [[SECOND]][
// CHECK: } else
void products(int steps) {
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int j = 0; j < N; j++)
        sum += a[i][j] * x[j];
      y[i] = sum;
    }
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int i = 0; i < N; i++)
        sum += a[i][j] * y[i];
      z[j] += sum;
    }
  }
}

int main(void) { products(3); }
