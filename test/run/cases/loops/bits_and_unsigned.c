/* PARALLEL: 17
   Subscripts of unsigned numbers that go down, of halves, and of single bits. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void down(int *a, const int *b, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[n - 1 - i] = b[i];
}
static void down_wide(int *a, const int *b, size_t n) {
  for (size_t i = 1; i <= n; i++)
    a[n - i] = b[i - 1];
}
static void swap_unsigned(int *a, unsigned n) {
  for (unsigned i = 0; i < n / 2; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t * 3;
  }
}
static void swap_wide(int *a, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    int t = a[i];
    a[i] = a[n - i - 1];
    a[n - i - 1] = t * 3;
  }
}
static void swap_signed(int *a, int n) {
  for (int i = 0; i < n / 2; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t * 3;
  }
}
static void swap_shifted(int *a, int n) {
  for (int i = 0; i < n >> 1; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t * 3;
  }
}
static void half_unsigned(int *a, unsigned n) {
  for (unsigned i = 0; i < (n >> 1); i++)
    a[(n >> 1) + i] = a[i] + 1;
}
static void half_signed(int *a, int n) {
  for (int i = 0; i < (n >> 1); i++)
    a[(n >> 1) + i] = a[i] + 1;
}
static void half_wide(int *a, size_t n) {
  size_t half = n / 2;
  for (size_t i = 0; i < half; i++)
    a[half + i] = a[i] + 1;
}
static void mirror(int *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[2 * n - 1 - i] = a[i] * 3;
}
static void blocks(int *a, int n, int s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (1 << s); j++)
      a[(i << s) + j] += i + j;
}
static void eights(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      a[i << 3 | j] += i * j;
}
static void exchange(int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    a[i ^ 1] = b[i];
}
static void pairs(int *a, unsigned n) {
  for (unsigned i = 0; i < n; i += 2) {
    int t = a[i];
    a[i] = a[i ^ 1] * 3;
    a[i ^ 1] = t;
  }
}
static void twice(int *a, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    int t = a[2 * i];
    a[2 * i] = a[2 * i + 1] + 1;
    a[2 * i + 1] = t;
  }
}
static void even(int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i & ~1] + b[i | 1];
}
static void closed(unsigned *a, unsigned n) {
  for (unsigned i = 1; i <= n; i++)
    a[i] = a[i] * i;
}

int main(int argc, char **argv) {
  (void)argv;
  const int n = 200 * argc;
  int *a = calloc(20000, sizeof *a), *b = calloc(20000, sizeof *b);
  for (int i = 0; i < 20000; i++)
    a[i] = b[i] = i * 7 % 1000;
  down(a, b, (unsigned)n);
  down_wide(a + n, b, (size_t)n);
  swap_unsigned(a, (unsigned)n - 1);
  swap_wide(a, (size_t)n + 4);
  swap_signed(a, n + 5);
  swap_shifted(a, n + 6);
  half_unsigned(a, (unsigned)n + 7);
  half_signed(a + 10, n + 9);
  half_wide(a + 3, (size_t)n + 1);
  mirror(a + 2, (unsigned)n);
  blocks(a, n / 4, 2 + argc);
  eights(a, n);
  exchange(b, a, n);
  pairs(a, (unsigned)n);
  twice(a, (unsigned)n);
  even(b + n, a, n);
  closed((unsigned *)a, (unsigned)n);
  unsigned sum = 0;
  for (int i = 0; i < 20000; i++)
    sum = sum * 31 + (unsigned)a[i] + (unsigned)b[i] * 3;
  printf("%u\n", sum);
  free(a);
  free(b);
}
