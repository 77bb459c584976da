// Calls of a function that only hands out fresh memory are allocation sites of their own.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(size_t n) {
  void *p;
  if (!(p = malloc(n))) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return p;
}
static double *cleared(size_t n) { return memset(checked(n * 8), 0, n * 8); }
static void *grown(void *p, size_t n) {
  p = realloc(p, n);
  if (p == NULL)
    abort();
  return p;
}
static void give(void **p, size_t n) {
  free(*p);
  *p = malloc(n);
  if (*p == NULL)
    abort();
}
__attribute__((malloc)) void *declared_only(size_t n);
struct array { int n; double *data; };
static struct array *make(int n) {
  struct array *array = checked(sizeof *array);
  array->n = n;
  array->data = cleared(n);
  return array;
}

#define TRIPLE(a, b, n) for (int i = 0; i < n; ++i) (b)[i] += (a)[i ^ 1] * 3

double wrappers(int n) {
  double *a = checked(n * 8), *b = cleared(n);
  // CHECK: loop {{.*}}allocators.c:[[#@LINE+1]]:3 parallel
  TRIPLE(a, b, n);
  double *c = cleared(n);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  TRIPLE(b, c, n);
  a = grown(a, n * 16);
  c = grown(c, n * 16);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  TRIPLE(a, c, n);
  double *d = declared_only(n * 8), *e = declared_only(n * 8);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  TRIPLE(d, e, n);
  return c[n / 2] + e[0];
}

double *global;
double outputs(int n) {
  double *a = NULL, *b = NULL;
  give((void **)&a, n * 8);
  give((void **)&b, n * 8);
  give((void **)&global, n * 8);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  TRIPLE(a, b, n);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  TRIPLE(global, b, n);
  return b[0];
}

int structs(int n) {
  struct array *a = make(n), *b = make(n);
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel
  for (int i = 0; i < 100; ++i)
    ((char *)a)[i] = ((char *)b)[i ^ 1];
  return a->n + b->n;
}
