/* PARALLEL: 11 */
/* Reductions whose updates stand in functions that get the address of what they update. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000

struct stats {
  int count;
  long total;
  double sum, max;
  float least;
  int at;
  unsigned char low;
};
struct histogram {
  char name[8];
  int bins[64];
  unsigned short wide[4][8];
  unsigned total;
};

static int term(int i) {
  return (i * 7919 ^ i << 3) & 1023;
}
static void add(int *sum, int v) {
  *sum += v;
}
static void subtract(int *sum, int v) {
  *sum -= v;
}
static void note(struct stats *s, double v) {
  s->count++;
  s->total += (long)v;
  s->sum += v;
  if (v > s->max)
    s->max = v;
}
static void best(struct stats *s, float v, int i) {
  if (v < s->least) {
    s->least = v;
    s->at = i;
  }
}
static void sink(float *sum, float v) {
  if (v > 3)
    *sum -= v;
}
static void scale(double *product, double v) {
  *product = *product * v;
}
static void count(struct histogram *h, int b) {
  h->bins[b & 63]++;
  h->wide[b & 3][b >> 7] += (unsigned short)b;
  h->total++;
}
static void hist_add(int *h, int b) {
  h[b]++;
}
static void flags(unsigned long *all, unsigned long *any, unsigned *parity, unsigned v) {
  *all &= v | 0xff00;
  *any |= v;
  *parity = v ^ *parity;
}

static void sums(int n, int sum) {
  for (int i = 0; i < n; i++)
    add(&sum, i % 2 ? 2000000000 : -2000000000);
  printf("%d\n", sum);
}

static void differences(int n, int swing) {
  for (int i = 0; i < n; i++)
    subtract(&swing, i % 2 ? INT_MAX : -INT_MAX);
  printf("%d\n", swing);
}

static void through(struct stats *s, const double *x, int n) {
  for (int i = 0; i < n; i++)
    note(s, x[i]);
  if (n > 0)
    printf("%d %ld %.17g %.17g %d\n", s->count, s->total, s->sum, s->max, s->low);
}

static void least(struct stats s, const double *x) {
  for (int i = 0; i < N; i++)
    best(&s, (float)x[N - 1 - i], i);
  printf("%g %d\n", (double)s.least, s.at);
}

static void folded(const double *x) {
  float sunk = 0.25f;
  double product = 1;
  for (int i = 0; i < N; i++) {
    if (i % 5 == 1)
      continue;
    sink(&sunk, (float)x[i]);
  }
  printf("%.9g\n", (double)sunk);
  for (int i = 0; i < N; i++)
    scale(&product, 1 + x[i] / 1e4);
  printf("%.17g\n", product);
}

static void histograms(struct histogram *h) {
  static int table[1024];
  for (int i = 0; i < N; i++)
    count(h, term(i));
  printf("%u\n", h->total);
  for (int i = 0; i < 64; i++)
    printf(" %d %d", h->bins[i], h->wide[i & 3][i >> 3]);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < i % 4; k++)
      hist_add(table, term(i + k));
  printf("\n");
  for (int i = 0; i < 1024; i += 31)
    printf(" %d", table[i]);
}

static void bits(void) {
  unsigned long all = ~0ul, any = 0;
  unsigned parity = 1;
  for (int i = 0; i < N; i++)
    flags(&all, &any, &parity, (unsigned)term(i) << 3);
  printf("\n%lx %lx %x\n", all, any, parity);
}

static void guarded(const double *x) {
  struct stats s = {0}, t = {.max = 500, .sum = -0.0};
  for (int i = 0; i < N; i++)
    if (x[i] > 100) {
      add(&s.count, 3);
      note(&t, x[i]);
    }
  printf("%d %ld %.17g %.17g %d\n", t.count, t.total, t.sum, t.max, s.count);
}

int main(void) {
  static double x[N];
  struct histogram *h = calloc(1, sizeof *h);
  struct stats s = {0, 0, -0.0, -1, 1e9f, -1, 7};
  for (int i = 0; i < N; i++)
    x[i] = term(i) * 0.37 - 11;
  printf("sums\n");
  sums(1500, INT_MAX - 700);
  differences(1500, -1);
  through(&s, x, N);
  through(NULL, x, 0);
  least(s, x);
  folded(x);
  histograms(h);
  bits();
  guarded(x);
  printf("%g\n", x[h->total % N]);
  free(h);
  return 0;
}
