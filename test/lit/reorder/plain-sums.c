// Where a nest has no product, nothing can be fused: its order may change whatever functions it calls. A division by a
// number without an exact reciprocal is none.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 -mfma | FileCheck %s
#define N 900
static double a[N][N], b[N][N], c[N][N];

static double of_row(const double *row, int j, double before) { return before + row[j - 1] + row[j] + row[j + 1]; }
static double half(double x) { return x / 2; }

// CHECK: {{^}}nest {{.*}}plain-sums.c:[[#@LINE+2]]:3 8 iterations of 'i' unrolled
void smooth(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        double sum = a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1];
        sum = of_row(a[i], j, sum);
        sum = of_row(a[i + 1], j, sum);
        a[i][j] = sum / 9;
      }
}

// A variable in front of the nest may hold a product, a half is the product with 0.5, and functions may compute one.
// CHECK-NOT: {{^}}nest
void from_front(double x, double y) {
  double step = x * y;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      b[i][j] = of_row(a[i], 1, step);
}
void halves(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      b[i][j] = c[i][j] + half(a[i][j]);
}
static double scaled(double x) { return x * 0.3; }
void products(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      b[i][j] = c[i][j] + scaled(a[i][j]);
}

int main(int argc, char **argv) {
  (void)argv;
  smooth(argc);
  from_front(argc, argc + 1);
  halves();
  products();
  return (int)(b[0][0] + c[1][1]);
}
