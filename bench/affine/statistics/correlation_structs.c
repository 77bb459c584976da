/* The correlation of each pair of columns of a table of samples. */
#include "../affine.h"

#include <math.h>

#ifndef N
#define N 700
#endif
#ifndef M
#define M (N * 5 / 4)
#endif

typedef struct {
  int samples, features;
  double **sample;
  double *mean, *deviation;
} table;

static table *new_table(int samples, int features) {
  table *t = malloc(sizeof *t);
  t->samples = samples;
  t->features = features;
  t->sample = malloc(samples * sizeof *t->sample);
  for (int i = 0; i < samples; i++) {
    t->sample[i] = malloc(features * sizeof **t->sample);
    for (int j = 0; j < features; j++)
      t->sample[i][j] = affine_value(i, j, 1);
  }
  t->mean = calloc(features, sizeof *t->mean);
  t->deviation = calloc(features, sizeof *t->deviation);
  return t;
}

static void free_table(table *t) {
  for (int i = 0; i < t->samples; i++)
    free(t->sample[i]);
  free(t->sample);
  free(t->mean);
  free(t->deviation);
  free(t);
}

static void find_moments(table *t) {
  for (int j = 0; j < t->features; j++) {
    double sum = 0, squares = 0;
    for (int i = 0; i < t->samples; i++)
      sum += t->sample[i][j];
    t->mean[j] = sum / t->samples;
    for (int i = 0; i < t->samples; i++) {
      double distance = t->sample[i][j] - t->mean[j];
      squares += distance * distance;
    }
    double deviation = sqrt(squares / t->samples);
    t->deviation[j] = deviation < 0.05 ? 1 : deviation;
  }
}

static void normalize(table *t) {
  double root = sqrt(t->samples);
  for (int i = 0; i < t->samples; i++)
    for (int j = 0; j < t->features; j++)
      t->sample[i][j] = (t->sample[i][j] - t->mean[j]) / (root * t->deviation[j]);
}

static double of_pair(const table *t, int i, int j) {
  double sum = 0;
  for (int k = 0; k < t->samples; k++)
    sum += t->sample[k][i] * t->sample[k][j];
  return sum;
}

static void correlate(const table *t, double *corr) {
  size_t n = t->features;
  for (int i = 0; i < t->features; i++) {
    corr[i * n + i] = 1;
    for (int j = i + 1; j < t->features; j++)
      corr[i * n + j] = corr[j * n + i] = of_pair(t, i, j);
  }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), m = affine_size(argc, argv, 2, M);
  table *t = new_table(m, n);
  double *corr = calloc((size_t)n * n, sizeof *corr);
  double begin = affine_now();
  find_moments(t);
  normalize(t);
  correlate(t, corr);
  affine_kernel(begin);
  affine_doubles("corr", corr, (size_t)n * n);
  free(corr);
  free_table(t);
  return 0;
}
