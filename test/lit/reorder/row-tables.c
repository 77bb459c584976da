// Rows that are found by pointers from a table: any order of the nest finds the same ones. Those that are written are tested
// not to overlap (written-rows.c).
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
#include <stdlib.h>

struct table {
  int samples, features;
  double **sample;
};

static double of_pair(const struct table *t, int i, int j) {
  double sum = 0;
  for (int k = 0; k < t->samples; k++)
    sum += t->sample[k][i] * t->sample[k][j];
  return sum;
}

// CHECK: {{^}}nest {{.*}}row-tables.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost, with 'of_pair' inlined
static void correlate(const struct table *t, double *corr) {
  for (int i = 0; i < t->features; i++)
    for (int j = 0; j < t->features; j++)
      corr[i * (long)t->features + j] = of_pair(t, i, j);
}

// CHECK: {{^}}nest {{.*}}row-tables.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
static void sums(const struct table *t, double *to) {
  for (int j = 0; j < t->features; j++)
    for (int i = 0; i < t->samples; i++)
      to[j] += t->sample[i][j] * 0.5;
}

// The rows that are only read may overlap each other, but not what is written.
// CHECK: {{^}}nest {{.*}}row-tables.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void any(const struct table *t, double *to) {
  for (int j = 0; j < t->features; j++)
    for (int i = 0; i < t->samples; i++)
      to[j] += t->sample[i][j] * 0.25;
}

// The nest writes the table.
// CHECK-NOT: {{^}}nest
static void moved(double *to, double **rows, double **spare, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      to[j * n + i] += rows[j][3];
      rows[j] = spare[(i + j) % n];
    }
}
static double **made(int samples, int features) {
  double **rows = malloc(samples * sizeof *rows);
  for (int i = 0; i < samples; i++)
    rows[i] = calloc(features, sizeof **rows);
  return rows;
}

int main(int argc, char **argv) {
  (void)argv;
  const int n = 400 * argc;
  struct table t = {n, n, made(n, n)};
  double *to = calloc((size_t)n * n, sizeof *to);
  correlate(&t, to);
  sums(&t, to);
  moved(to, t.sample, made(n, n), n);
  return (int)to[n];
}
