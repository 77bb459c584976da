/* Functions that nearly hand out fresh memory: two calls, or two pointers, lead to one block. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *last, *cache;
static char pool[1 << 16];
static size_t used;
static void *remembered(size_t n) { return last = calloc(n, 1); }
static void *cached(size_t n) { if (cache) return cache; void *p = calloc(n, 1); cache = p; return p; }
static void *from_pool(size_t n) { used += n; return pool + used / 2; }
static void *either(void *p, size_t n) { return p ? p : calloc(n, 1); }
static void *reassigned(void *p, size_t n) { if (n > 1 << 20) p = calloc(n, 1); return p; }
static void twice(double **p, double **q, int n) { *p = *q = calloc(n, 8); }
static void *through(double **p, int n) { return *p = calloc(n, 8); }
static void *volatile seen;
static void *watched(size_t n) { void *p = calloc(n, 1); seen = p; return p; }
static void *copied(size_t n) { void *p = calloc(n, 1); memcpy(&last, &p, sizeof p); return p; }
struct node { struct node *self; double value[512]; };
static struct node *looped(void) { struct node *n = calloc(1, sizeof *n); n->self = n; return n; }
static void both_names(double **p, int n) {
  double *v = calloc(n, 8);
  *p = v;
  for (int i = 1; i < n; i++) (*p)[i] = v[i - 1] + 1;
}
static double chase(double *x, double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  free(x != y ? NULL : NULL);
  return s + y[n - 1];
}
#define CHASE(name, a, b) \
  static double name(int n, double *p) { (void)p; double *x = a, *y = b; x[0] = 1; for (int i = 1; i < n; i++) y[i] += x[i - 1] * 3 + 1; return chase(x, y, n); }
CHASE(f1, remembered(n * 8), last)
CHASE(f2, cached(n * 8), cached(n * 8))
CHASE(f3, from_pool(16), from_pool(16))
CHASE(f4, either(p, n * 8), either(p, n * 8))
CHASE(f5, reassigned(p, n * 8), reassigned(p, n * 8))
CHASE(f6, watched(n * 8), seen)
CHASE(f7, copied(n * 8), last)
int main(void) {
  static double given[512];
  int n = 16;
  double *a, *b;
  printf("%g %g %g %g %g %g %g\n", f1(n, given), f2(n, given), f3(n, given), f4(n, given), f5(n, given), f6(n, given), f7(n, given));
  twice(&a, &b, n);
  for (int i = 1; i < n; i++) a[i] = b[i - 1] + 2;
  printf("%g\n", a[n - 1]);
  b = through(&a, n);
  for (int i = 1; i < n; i++) a[i] = b[i - 1] + 2;
  printf("%g\n", a[n - 1]);
  both_names(&a, n);
  printf("%g\n", a[n - 1]);
  struct node *x = looped(), *y = x->self;
  for (int i = 1; i < 512; i++) x->value[i] = y->value[i - 1] + 1;
  printf("%g\n", x->value[511]);
  return 0;
}
