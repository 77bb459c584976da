// Functions that nearly hand out fresh memory, but keep it, or hand out other memory too.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdlib.h>
#include <string.h>

static void *last, *cache;
static char pool[1 << 20];
static size_t used;
static void *remembered(size_t n) { return last = malloc(n); }
static void *cached(size_t n) {
  if (cache)
    return cache;
  void *p = malloc(n);
  cache = p;
  return p;
}
static void *from_pool(size_t n) { return pool + (used += n); }
static void *either(void *p, size_t n) { return p ? p : malloc(n); }
static void *reassigned(void *p, size_t n) {
  if (n > 8)
    p = malloc(n);
  return p;
}
static void twice(double **p, double **q, int n) { *p = *q = malloc(n * 8); }
static void *through(double **p, int n) { return *p = malloc(n * 8); }
static void *inside(size_t n) { return (char *)malloc(n + 64) + 64; }
static void *volatile seen;
static void *watched(size_t n) { void *p = malloc(n); seen = p; return p; }
static void *by_text(size_t n) {
  void *p = malloc(n);
  memcpy(&last, &p, sizeof p);
  return p;
}
static void *itself(size_t n) { return n > 1000 ? itself(n / 2) : last ? last : malloc(n); }
static void both_names(double **p, int n) {
  double *v = malloc(n * 8);
  *p = v;
  memset(v, 0, n * 8);
  // CHECK: loop {{.*}}near-allocators.c:[[#@LINE+1]]:3 sequential
  for (int i = 1; i < n; ++i)
    (*p)[i] = v[i - 1] + 1;
}

#define SEQUENTIAL(name, a, b) \
  double name(int n, double *p) { \
    double *x = a, *y = b; \
    for (int i = 0; i < n; ++i) y[i] += x[i ^ 1] * 3; \
    return y[0]; \
  }
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f1, remembered(n * 8), last)
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f2, cached(n * 8), cached(n * 8))
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f3, from_pool(n * 8), from_pool(n * 8))
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f4, either(p, n * 8), either(p, n * 8))
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f5, reassigned(p, n * 8), reassigned(p, n * 8))
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f6, watched(n * 8), seen)
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f7, by_text(n * 8), last)
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f8, itself(n * 8), itself(n * 8))
// CHECK: loop {{.*}}:[[#@LINE+1]]:1 sequential
SEQUENTIAL(f9, inside(n * 8), inside(n * 8))

double pairs(int n) {
  double *a, *b;
  twice(&a, &b, n);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; ++i)
    a[i] = b[n % (i + 1)];
  a = through(&b, n);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; ++i)
    a[i] = b[n % (i + 1)];
  both_names(&a, n);
  return a[0];
}

static void *checked(size_t n) { return malloc(n); }
double by_pointer(int n, int k) {
  void *(*get)(size_t) = k ? checked : malloc;
  double *a = get(n), *b = get(n);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; ++i)
    a[i] = b[n % (i + 1)];
  return a[0];
}
