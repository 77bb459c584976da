/* PARALLEL: 6 */
/* Sums behind pointers that may lead into what is summed: a test in front of the loop tells. */
#include <stdio.h>

struct totals {
  double sum;
  long count;
  int most;
};

static int pool[5000];
static double x[5000];
static struct totals all[3];

static void sum_into(int *total, const int *from, int n) {
  for (int i = 0; i < n; i++)
    *total += from[i];
}

static void ordered(double *total, const double *from, int n) {
  for (int i = 0; i < n; i++)
    *total += from[i] * 0.5;
}

static void member(struct totals *t, const double *from, int n) {
  for (int i = 0; i < n; i++)
    t->sum += from[i];
}

static void two(int *sum, int *bits, const int *from, int n) {
  for (int i = 0; i < n; i++) {
    *sum += from[i] & 15;
    *bits |= from[i];
  }
}

static void elements(unsigned *a, int j, int k, int n) {
  for (int i = 0; i < n; i++) {
    a[j] += (unsigned)pool[i];
    a[k] *= 3;
  }
}

static void scaled(int *to, int *sum, const int *from, int n) {
  for (int i = 0; i < n; i++) {
    to[i] = from[i] * 3;
    *sum += from[i];
  }
}

int main(void) {
  int total = 5, bits = 0;
  double sum = 0;
  for (int i = 0; i < 5000; i++) {
    pool[i] = i * 37 % 101;
    x[i] = pool[i] * 0.25 + 0.1;
  }
  sum_into(&total, pool, 5000);
  sum_into(&pool[4000], pool, 4000);
  sum_into(&pool[30], pool, 4000);
  sum_into(&pool[3999], pool, 4000);
  sum_into(NULL, pool, 0);
  ordered(&sum, x, 5000);
  ordered(&x[100], x, 400);
  ordered(&x[400], x, 400);
  member(&all[1], x, 5000);
  two(&total, &bits, pool, 4000);
  two(&pool[70], &bits, pool, 4000);
  two(&total, &pool[99], pool, 4000);
  two(&total, &total, pool, 4000);
  unsigned few[3] = {1, 2, 3};
  elements(few, 0, 1, 3000);
  elements(few, 2, 2, 3000);
  scaled(pool + 2500, &total, pool, 2000);
  scaled(pool + 2500, &pool[2600], pool, 2000);
  scaled(pool + 2500, &pool[11], pool, 2000);
  unsigned h = (unsigned)(total + bits) + few[0] * 7 + few[1] * 11 + few[2] * 13;
  for (int i = 0; i < 5000; i++)
    h = h * 31u + (unsigned)pool[i];
  for (int i = 0; i < 5000; i++)
    sum = sum * 0.5 + x[i];
  printf("%u %.17g %.17g\n", h, sum, all[1].sum);
  return 0;
}
