// Tiles over iterations of an outermost loop that goes through arrays again and again, larger than a cache.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
// RUN: kasuri %s -Rkasuri -o %t -- -O2 2>&1 | FileCheck %s --check-prefix=REMARK
enum { N = 1200, STEPS = 160 };
static double a[N][N], b[N][N], small[64][64], other[64][64], line[N];

// Places are at 2 t + i in the first sweep, and 1 further in the second.
// CHECK: nest {{.*}}skewed-tiles.c:[[#@LINE+3]]:3 tiled 8x16 over 't' and 'i', skewed by 2
// REMARK: :[[#@LINE+2]]:3: remark: loop nest reordered: tiled 8x16 over 't' and 'i', skewed by 2; {{.*}}, and runs in parallel
void both_ways(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j];
  }
}

// Rows of what is eliminated are above those that use them: no skew is needed.
// CHECK: nest {{.*}}skewed-tiles.c:[[#@LINE+2]]:3 tiled {{[0-9]+x[0-9]+}} over 'k' and 'i'
void eliminate(void) {
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++) {
      a[i][k] = a[i][k] / a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] = a[i][j] - a[i][k] * a[k][j];
    }
}

// Sizes are tested in front.
// CHECK: nest {{.*}}skewed-tiles.c:[[#@LINE+2]]:3 tiled 16x32 over 't' and 'i', skewed by 2
void any_size(double (*restrict x)[N], double (*restrict y)[N], int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        y[i][j] = 0.5 * (x[i - 1][j] + x[i + 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        x[i][j] = y[i][j];
  }
}

// The arrays stay in a cache.
// CHECK: kept {{.*}}skewed-tiles.c:[[#@LINE+2]]:3
void few_elements(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < 63; i++)
      for (int j = 1; j < 63; j++)
        other[i][j] = 0.5 * (small[i - 1][j] + small[i + 1][j]);
    for (int i = 1; i < 63; i++)
      for (int j = 1; j < 63; j++)
        small[i][j] = other[i][j];
  }
}

// Each row is read by one as far away as may be.
// CHECK: kept {{.*}}skewed-tiles.c:[[#@LINE+2]]:3
void mirrored(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        b[i][j] = 0.5 * a[N - 1 - i][j];
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = b[i][j];
  }
}

// All rows add to one, which all read in the next iteration.
// CHECK: kept {{.*}}skewed-tiles.c:[[#@LINE+2]]:3
void one_for_all(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        line[j] += b[i][j];
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        b[i][j] -= line[j];
  }
}

// CHECK: void both_ways(
// CHECK: #pragma kasuri generated
// CHECK: for (int [[T:t_til[e_]*]] = 0; [[T]] <= 159; [[T]] += 8) {
// CHECK-NEXT: #pragma kasuri columns
// CHECK-NEXT: for (int [[I:i_til[e_]*]] = {{.*}}; [[I]] += 16) {
// CHECK: for (int t_p{{[a-z_]*}} =
// CHECK: b[i][j] = 0.2 *
// CHECK: a[i][j] = b[i][j];

// CHECK: void eliminate(
// CHECK: #pragma GCC ivdep
// CHECK: a[i][j] = a[i][j] - a_kept{{.*}} * a[k][j];
// CHECK: void any_size(
// CHECK: 1.0 * (n + -2) * (n + -2) >= 65536) {
