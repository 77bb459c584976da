// What a call returns is kept in a variable where it is one for several iterations: the function returns one of several elements
// of an array that the nest does not write, and does nothing else.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
enum { N = 400 };
static double a[N][N], b[N][N], c[N][N], d[N][N];

static double at(int i, int j) { return a[i][j]; }
static double symmetric(int i, int j) { return j <= i ? at(i, j) : a[j][i]; }
static double chosen(int i, int j) {
  if (j == i)
    return 1.5;
  if (j < i)
    return a[i][j];
  return a[j][i];
}

// CHECK: {{^}}void multiply({{.*}} {
// CHECK: {{^ .*}}kept{{.*}} = symmetric(i, k);
// CHECK: {{^ .*}}c_kept{{.*}} += kept{{.*}} * b_kept{{.*}};
void multiply(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += symmetric(i, k) * b[k][j];
}

// CHECK: {{^}}void multiply_chosen({{.*}} {
// CHECK: {{^ .*}}kept{{.*}} = chosen(i, k);
void multiply_chosen(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += chosen(i, k) * b[k][j];
}

// Near misses: the function computes something, or gets what is computed.

static double scaled(int i, int j) { return j <= i ? a[i][j] * 0.3 : a[j][i]; }
static double squared(int i, int j) { return a[i][j] * a[i][j]; }
static double larger(int i, int j, double than) { return a[i][j] < than ? than : a[i][j]; }

// CHECK: {{^}}void multiply_scaled({{.*}} {
// CHECK-NOT: {{^ .*kept.*}} = scaled(
// CHECK: {{^}}void multiply_squared({{.*}} {
// CHECK-NOT: {{^ .*kept.*}} = squared(
// CHECK: {{^}}void multiply_larger({{.*}} {
// CHECK-NOT: {{^ .*kept.*}} = larger(
void multiply_scaled(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += scaled(i, k) * b[k][j];
}

void multiply_squared(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += squared(i, k) * b[k][j];
}

void multiply_larger(double x, double y) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += larger(i, k, x * y) * b[k][j];
}

// It reads what the nest writes.

static double written(int i, int j) { return j <= i ? d[i][j] : d[j][i]; }

// CHECK: {{^}}void multiply_written({{.*}} {
// CHECK-NOT: {{^ .*kept.*}} = written(
void multiply_written(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        d[i][j] += written(i, k) * b[k][j];
}

// It is not called each time.

// CHECK: {{^}}void multiply_some({{.*}} {
// CHECK-NOT: {{^ .*kept.*}} = symmetric(
void multiply_some(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        if (b[k][j] != 0)
          c[i][j] += symmetric(i, k) * b[k][j];
}

// CHECK: {{^}}int main({{.*}} {
int main(void) {
  multiply();
  multiply_chosen();
  multiply_scaled();
  multiply_squared();
  multiply_larger(1, 2);
  multiply_written();
  multiply_some();
  return (int)c[1][1];
}
