// PARALLEL: 1
// AGAIN: --tile=8
// Rows that are found by pointers from a table, and only read: rows may be the same, or share their elements.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
  int samples, features;
  double **sample;
};

static struct table made(int samples, int features, int salt) {
  struct table t = {samples, features, malloc(sizeof(double *) * (samples + 1))};
  for (int i = 0; i < samples; i++) {
    t.sample[i] = malloc(sizeof(double) * (features + 1));
    for (int j = 0; j < features; j++)
      t.sample[i][j] = (i * 7 + j * 5 + salt * 13) % 29 / 8.0;
  }
  return t;
}

static void release(struct table *t) {
  for (int i = 0; i < t->samples; i++)
    free(t->sample[i]);
  free(t->sample);
}

static double of_pair(const struct table *t, int i, int j) {
  double sum = 0;
  for (int k = 0; k < t->samples; k++)
    sum += t->sample[k][i] * t->sample[k][j];
  return sum;
}

/* With a function for each pair. */
__attribute__((noinline)) static void correlate(const struct table *t, double *corr) {
  size_t n = t->features;
  for (int i = 0; i < t->features; i++)
    for (int j = 0; j < t->features; j++)
      corr[i * n + j] = of_pair(t, i, j);
}

/* The sums are in the table's last row's place for some callers. */
__attribute__((noinline)) static void sums(const struct table *t, double *to) {
  for (int j = 0; j < t->features; j++)
    for (int i = 0; i < t->samples; i++)
      to[j] += t->sample[i][j] * 0.5;
}

/* Every second row, and rows in the opposite order. */
__attribute__((noinline)) static void folded(const struct table *t, double *to, int width) {
  for (int j = 0; j < width; j++)
    for (int i = 0; 2 * i < t->samples; i++)
      to[j] += t->sample[2 * i][j] + t->sample[t->samples - 1 - i][j] * 0.25;
}

static void print(const char *name, const double *data, size_t count) {
  unsigned long hash = 1;
  for (size_t i = 0; i < count * sizeof *data; i++)
    hash = hash * 31 + ((const unsigned char *)data)[i];
  printf("%s %lu\n", name, hash);
}

static void all(int samples, int features) {
  struct table t = made(samples, features, 1);
  double *corr = calloc(features * features + 1, sizeof *corr), *line = calloc(features + 1, sizeof *line);
  correlate(&t, corr);
  print("correlated", corr, features * features);
  sums(&t, line);
  folded(&t, line, features);
  print("sums", line, features);
  if (samples > 4) {
    double *third = t.sample[3];
    t.sample[3] = t.sample[1]; // one row twice
    correlate(&t, corr);
    t.sample[3] = third;
    double *last = t.sample[samples - 1];
    t.sample[samples - 1] = t.sample[2]; // the sums are written to a row that is read
    sums(&t, t.sample[2]);
    folded(&t, t.sample[1], features);
    t.sample[samples - 1] = last;
    print("twice", corr, features * features);
    print("in place", t.sample[2], features);
    print("in place", t.sample[1], features);
  }
  free(corr);
  free(line);
  release(&t);
}

/* The table is among what is written. */
__attribute__((noinline)) static void moved(double *to, double **rows, double **spare, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      to[j * n + i] += rows[j][3];
      rows[j] = spare[(i + j) % n];
    }
}

int main(void) {
  all(41, 37);
  all(64, 20);
  all(5, 9);
  all(1, 1);
  all(0, 6);
  all(3, 0);
  struct table a = made(33, 33, 2), b = made(33, 33, 3);
  double **rows = malloc(33 * sizeof *rows);
  for (int i = 0; i < 33; i++)
    rows[i] = a.sample[i];
  double *to = calloc(33 * 33, sizeof *to);
  moved(to, rows, b.sample, 33);
  print("moved", to, 33 * 33);
  free(to);
  free(rows);
  release(&a);
  release(&b);
  return 0;
}
