// Of these statements, nobody knows in front which products the compiler fuses in another order: each was wrong once.
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell | FileCheck %s
// RUN: kasuri %s --dump=reorder --stop-after=reorder --min-gain=0 -- -O3 -march=haswell -ffp-contract=off | FileCheck %s --check-prefix=OFF
// OFF-COUNT-6: {{^}}nest
// CHECK-NOT: {{^}}nest
// CHECK: {{^}}kept
// CHECK-NOT: {{^}}nest
enum { N = 44, P = 4 };
double a[N][N], b[N][N], c[N][N], w[P];
struct vector {
  float v[P];
} o[N], p[N];
float q[N * N];

// The sum, or the product, is in a function.
static void add(double *to, double x) { *to += x; }
static double product(double x, double y) { return x * y; }
void sums_elsewhere(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        add(&c[i][j], a[i][k] * b[j][k]);
}
void products_elsewhere(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        double t[2];
        t[0] = product(a[i][k], b[j][k]);
        c[i][j] += t[0];
      }
}

// The inner loop is unrolled as a whole, and the loop around it is a chain.
void short_loop(int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int d = 0; d < P; d++)
        o[i].v[d] += p[k].v[d] * q[i * N + k];
}

// The inner loop may be unrolled, and its first sum take up the product in front of it.
void scaled_in_front(int n) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < P; i++) {
      c[i][m] *= w[i];
      for (int k = 0; k <= i; k++)
        c[i][m] += a[k][m] * 3;
    }
}

// `++` is a sum.
void increment(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        double t = a[i][k] * b[k][j];
        ++t;
        c[i][j] = t > c[i][j] ? t : c[i][j];
      }
}

// Compilers multiply with a fourth.
void divided(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += (a[i][k] - b[k][j]) / 4.0 + c[i][j] * b[j][i];
}
