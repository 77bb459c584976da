/* PARALLEL: 6 */
/* Memory from wrappers of malloc: each call's block is another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *checked(size_t n) { void *p; if (!(p = malloc(n))) { fprintf(stderr, "out of memory\n"); exit(1); } return p; }
static double *cleared(size_t n) { return memset(checked(n * 8), 0, n * 8); }
static void *grown(void *p, size_t n) { p = realloc(p, n); if (p == NULL) abort(); return p; }
static void give(void **p, size_t n) { free(*p); *p = malloc(n); if (*p == NULL) abort(); }
static void *plain(size_t n) { return malloc(n); }
struct array { int n; double *data; };
static struct array *make(int n) { struct array *a = checked(sizeof *a); a->n = n; a->data = cleared(n); return a; }
static double *global;
static double sum(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s = s * 0.5 + x[i]; return s; }
static double wrapped(int n) {
  double *a = checked(n * 8), *b = cleared(n);
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) b[i] += a[i ^ 1] * 3;
  a = grown(a, n * 16); b = grown(b, n * 16);
  for (int i = 0; i < n; i++) b[n + i] = a[i ^ 1] + i;
  for (int i = 0; i < n; i++) a[n + i] = b[i ^ 3] - i;
  double s = sum(a, 2 * n) + sum(b, 2 * n);
  free(a); free(b);
  return s;
}
static double given(int n) {
  double *a = NULL, *b = NULL;
  give((void **)&a, n * 8); give((void **)&b, n * 8); give((void **)&global, n * 8);
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) b[i] = a[i ^ 1] * 3;
  for (int i = 0; i < n; i++) global[i] = a[i] * b[i ^ 1];
  double s = sum(global, n) + sum(b, n);
  give((void **)&a, n * 4); give((void **)&b, n * 4);
  for (int i = 0; i < n / 2; i++) a[i] = i, b[i] = global[i ^ 1];
  s += sum(a, n / 2) + sum(b, n / 2);
  free(a); free(b);
  return s;
}
static double structs(int n) {
  struct array *a = make(n), *b = make(n + 1);
  double s = 0;
  for (int i = 0; i < n; i++) a->data[i] = i * b->n;
  for (int i = 0; i < n; i++) b->data[i] = i * a->n;
  s += sum(a->data, n) + sum(b->data, n);
  free(a->data); free(b->data); free(a); free(b);
  return s;
}
static double inside(int n) {
  static double out[64];
  for (int r = 0; r < 64; r++) {
    double *t = plain(n * 8);
    for (int i = 0; i < n; i++) t[i] = i * r;
    out[r] = sum(t, n);
    free(t);
  }
  return sum(out, 64);
}
int main(void) {
  printf("%g %g %g %g\n", wrapped(1024), given(1024), structs(1024), inside(256));
  free(global);
  return 0;
}
