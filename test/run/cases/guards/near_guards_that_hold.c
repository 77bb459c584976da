// PARALLEL: 3
// Conditions around loops say all of what a guard would test, or almost: rows may be one too long, arrays may overlap.
#include <stdio.h>
#include <string.h>

enum { SIZE = 4000 };
static int a[SIZE];
static double d[SIZE];

static void held(int *p, int n, int m, int w) {
  if (n <= w)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        p[w * i + j] = p[w * i + j] * 3 + i;
}

static void almost(int *p, int n, int m, int w) {
  if (n <= w + 1)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        p[w * i + j] = p[w * i + j] * 3 + i;
}

static void behind(double *p, int n, int far) {
  if (far >= n)
    for (int i = 0; i < n; i++)
      p[i] = p[i + far] * 0.5 + i;
}

static void almostBehind(double *p, int n, int far) {
  if (far >= n - 2)
    for (int i = 0; i < n; i++)
      p[i] = p[i + far] * 0.5 + i;
}

static void same(double *p, double *q, int n) {
  if (p == q)
    for (int i = 1; i < n; i++)
      q[i] = p[i - 1] * 0.5 + i;
  else
    for (int i = 1; i < n; i++)
      q[i] = p[i - 1] * 0.25 + i;
}

static void two(int *p, double *q, int n, int m, int w) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      p[w * i + j] = p[w * i + j] * 3 + i;
    for (int j = 0; j < n + 1; j++)
      q[w * i + j] = q[w * i + j] * 0.5 + i;
  }
}

static void show(const char *what) {
  unsigned sum = 0;
  double total = 0;
  for (int i = 0; i < SIZE; i++) {
    sum = sum * 31 + (unsigned)a[i];
    total = total * 0.999 + d[i];
  }
  printf("%s %u %.12g\n", what, sum % 1000003, total);
}

int main(void) {
  for (int i = 0; i < SIZE; i++) {
    a[i] = i % 7;
    d[i] = i % 11;
  }
  held(a, 40, 50, 40);
  held(a, 30, 50, 40);
  held(a, -3, 50, -3);
  show("held");
  almost(a, 41, 5, 40);
  almost(a, 21, 6, 20);
  show("almost");
  behind(d, 500, 500);
  behind(d + 100, 300, 2000);
  show("behind");
  almostBehind(d, 500, 498);
  almostBehind(d, 6, 4);
  show("almost behind");
  same(d, d, 700);
  same(d, d + 1, 700);
  same(d + 9, d, 700);
  show("same");
  two(a, d, 20, 9, 20);
  two(a, d, 19, 9, 20);
  show("two");
  return 0;
}
