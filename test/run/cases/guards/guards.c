/* PARALLEL: 9
   Loops over memory of the caller run in parallel when tests in front of them succeed, and as they
   stand when the ranges overlap by one byte, or wrap. Each function is called both ways. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 64 };

void add(double *a, const double *b, const double *c, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[i] * 0.5;
}

void shift(int *a, int n, int m) {
  for (int i = 0; i < n; i++)
    a[i] = a[i + m] * 3 + i;
}

void reversed(int *a, const int *b, int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = b[n - 1 - i] + i;
}

void stencil(unsigned char *d, const unsigned char *s, long stride, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      d[y * stride + x] = (unsigned char)(s[y * stride + x - 1] + s[y * stride + x + 1]);
}

void sizes(uint32_t *a, const uint32_t *b, size_t w, size_t h) {
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      a[y * w + x] = b[x * h + y] + (uint32_t)x;
}

int *table, *source;
void setTables(int *x, int *y) {
  table = x;
  source = y;
}
void globals(int n) {
  for (int i = 0; i < n; i++)
    table[i] = source[i] * 2 + 1;
}

void triangle(int *a, const int *b, int n, int w) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * w + j] = b[j] + a[i * w + j];
}

void walk(short *d, const short *s, const short *e) {
  for (; s < e; s++)
    *d++ = (short)(*s + 1);
}

void strided(int *a, int n, int s) {
  for (int i = 0; i < n; i++)
    a[i * s] += i + a[i * s + 1];
}

static uint64_t hash(const void *from, size_t n) {
  uint64_t h = 14695981039346656037u;
  for (const unsigned char *p = from; n-- > 0; p++)
    h = (h ^ *p) * 1099511628211u;
  return h;
}

static double d[4 * N];
static int v[8 * N];
static unsigned char u[2048];
static short s[4 * N];

static void reset(void) {
  for (int i = 0; i < 4 * N; i++)
    d[i] = i, s[i] = (short)i;
  for (int i = 0; i < 8 * N; i++)
    v[i] = i * 7;
  for (int i = 0; i < 2048; i++)
    u[i] = (unsigned char)i;
}

static void show(const char *name, int k) {
  printf("%s %d: %llx %llx %llx %llx\n", name, k, (unsigned long long)hash(d, sizeof d),
         (unsigned long long)hash(v, sizeof v), (unsigned long long)hash(u, sizeof u),
         (unsigned long long)hash(s, sizeof s));
  reset();
}

int main(int argc, char **argv) {
  int n = argc > 0 ? N : 1;
  (void)argv;
  reset();
  for (int k = -2; k <= 2; k++) {
    add(d + N, d + N + k, d + 2 * N + k, n);
    show("add", k);
    shift(v + N, n, k);
    show("shift", k);
    shift(v + N, n, n + k);
    show("shift by n", k);
    shift(v + 2 * N, n, -n + k);
    show("shift by -n", k);
    reversed(v + N, v + N + k, n);
    show("reversed", k);
    reversed(v + N, v + 2 * N + k, n);
    show("reversed apart", k);
    stencil(u + 16, u + 1024 + k, 16 + k, 16, 30);
    show("stencil", k);
    stencil(u + 512, u + 512 + k, 16, 16, 16);
    show("stencil over itself", k);
    stencil(u + 900, u + 1500, -16 + k, 16, 30);
    show("stencil upwards", k);
    sizes((uint32_t *)v, (uint32_t *)v + 64 + k, 8, 8);
    show("sizes", k);
    setTables(v + N + k, v);
    globals(n);
    show("globals", k);
    triangle(v, v + 200 + k, 12, 12 + k);
    show("triangle", k);
    walk(s + N, s + k + 2, s + k + 2 + N);
    show("walk", k);
    walk(s + N, s + 2 * N + k, s + 2 * N + k + N);
    show("walk apart", k);
    strided(v + 3 * N, n, k);
    show("strided", k);
  }
  sizes((uint32_t *)v, (uint32_t *)v + 64, 0, (size_t)-1 / 4 > 0 ? 5 : 0);
  add(0, 0, 0, 0);
  add(d, d, d, -5);
  show("nothing", 0);
  return 0;
}
