// A piece of a parallel loop for its first iterations has places in terms of other loops. The loop runs in parallel.
// RUN: kasuri %s -o %t -- -O3 -ffp-contract=off
// RUN: FileCheck %s < %t/part-places.c
double a[900][900], b[900][900], d[900];

// CHECK: kasuri: lay{{e}}r both@part-places.c:[[#@LINE+4]]~reordered
// CHECK: kasuri: lay{{e}}r both@part-places.c:[[#@LINE+3]]~reordered
// CHECK: kasuri: lay{{e}}r both@part-places.c:[[#@LINE+2]]~reordered
void both(int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n; j++) {
      for (int i = 1; i < n; i++)
        d[i] = a[i][j] + 0.5 * d[i - 1];
      for (int i = n - 1; i > 0; i--)
        b[i][j] = d[i] + 0.25 * b[i - 1][j];
    }
    for (int i = 1; i < n; i++) {
      for (int j = 1; j < n; j++)
        d[j] = b[i][j] + 0.5 * d[j - 1];
      for (int j = n - 1; j > 0; j--)
        a[i][j] = d[j] + 0.25 * a[i][j - 1];
    }
  }
}
