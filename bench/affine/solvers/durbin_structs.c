/* The coefficients of a predictor, updated in place from both ends. */
#include "../affine.h"

#ifndef N
#define N 24000
#endif

struct predictor {
  int order;
  double *coefficients; /* from 1 to order */
  double error;
};

static double prediction_error(const struct predictor *p, const double *r) {
  double rest = r[p->order + 1];
  for (int j = 1; j <= p->order; j++)
    rest -= p->coefficients[j] * r[p->order + 1 - j];
  return rest;
}

static void raise_order(struct predictor *p, double reflection) {
  double *low = p->coefficients + 1, *high = p->coefficients + p->order;
  for (; low < high; low++, high--) {
    double old = *low;
    *low = old - reflection * *high;
    *high = *high - reflection * old;
  }
  if (low == high)
    *low = *low - reflection * *low;
  p->coefficients[++p->order] = reflection;
  p->error *= 1 - reflection * reflection;
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  double *r = malloc((n + 1) * sizeof *r);
  for (int i = 0; i <= n; i++)
    r[i] = i == 0 ? 1 : 0.2 * affine_value(i, 0, 1) / i;
  struct predictor p = {0, calloc(n + 1, sizeof(double)), r[0]};
  double begin = affine_now();
  while (p.order < n)
    raise_order(&p, prediction_error(&p, r) / p.error);
  affine_kernel(begin);
  affine_doubles("a", p.coefficients, n + 1);
  free(r);
  free(p.coefficients);
  return 0;
}
