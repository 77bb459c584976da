// Rows that are found by pointers from a table and only read: any order of the nest finds the same ones.
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

// The nest writes the table, or the rows, or what may be a part of them.
// CHECK-NOT: {{^}}nest
static void moved(double *to, double **rows, double **spare, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      to[j * n + i] += rows[j][3];
      rows[j] = spare[(i + j) % n];
    }
}
static void written(const struct table *t) {
  for (int j = 0; j < t->features; j++)
    for (int i = 1; i < t->samples; i++)
      t->sample[i][j] += t->sample[i - 1][j];
}
static void scaled(const struct table *t) {
  for (int j = 0; j < t->features; j++)
    for (int i = 0; i < t->samples; i++)
      t->sample[i][j] = t->sample[i][j] * 0.5 + i;
}
void any(const struct table *t, double *to) {
  for (int j = 0; j < t->features; j++)
    for (int i = 0; i < t->samples; i++)
      to[j] += t->sample[i][j] * 0.25;
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
  written(&t);
  scaled(&t);
  return (int)to[n];
}
