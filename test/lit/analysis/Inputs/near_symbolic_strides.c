/* PARALLEL: 1 */
/* Rows that overlap, or may: see the lit test for the loops that must stay sequential. */
#include <stdio.h>
#include <stdlib.h>

static int *a;

static void longer(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      a[i * n + j] = a[i * n + j] * 3 + i;
}

static void unrelated(int n, int m, int stride) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * stride + j] = a[i * stride + j] * 3 + i;
}

static void maybe_none(int n, int stride) {
  for (int i = 0; i < n; i++)
    a[i * stride] = a[i * stride] * 3 + i;
}

static void two_ways(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j * n] = a[i * m + j * n] * 3 + i;
}

static void tall(int n, int m) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[j * n + i] = a[j * n + i] * 3 + i;
}

static void wraps(unsigned n, unsigned stride) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < stride && j < 4; j++)
      a[(unsigned char)(i * stride + j)] = a[(unsigned char)(i * stride + j)] * 3 + (int)i;
}

static void next_row(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = a[(i + 1) * n + j] * 3 + i;
}

static void stride_changes(int n) {
  for (int i = 0; i < n; i++) {
    int m = n - i;
    for (int j = 0; j < m; j++)
      a[i * m + j] = a[i * m + j] * 3 + i;
  }
}

int main(void) {
  a = calloc(100000, sizeof *a);
  if (!a)
    return 1;
  longer(20);
  unrelated(20, 30, 7);
  unrelated(20, 3, -2 + 2);
  maybe_none(20, 0);
  two_ways(12, 9);
  tall(10, 35);
  wraps(300, 3);
  next_row(20);
  stride_changes(20);
  unsigned h = 1;
  for (int i = 0; i < 100000; i++)
    h = h * 31u + (unsigned)a[i];
  printf("%u\n", h);
  return 0;
}
