/* FLAGS: -O3 -mfma
   PARALLEL: 1
   Products that compilers fuse with sums, in loops and statements that could run as tasks of a layer. */
#include <stdio.h>

#define N 1000
static double x[N], y[N], z[N];
static float f[N], g[N];

__attribute__((noinline)) static double slow(double v) {
  for (int k = 0; k < 30; k++)
    v = v / 2 + 1 / (v + k + 1);
  return v;
}

/* A sum of products beside another. */
__attribute__((noinline)) static double pair(const float *a, const float *b, int rows, int columns) {
  float s = 0, t = 0, u, v;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      u = a[i * columns + j];
      u = u * u * 0.3f + u / (2.f + u * u);
      s += u * u;
    }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      v = b[i * columns + j];
      v = v / (3.f + v * v);
      t += v * v;
    }
  return (double)s * 1e5 + (double)t;
}

__attribute__((noinline)) static double handed(int i) {
  double p, q;
  p = slow(x[i]) * slow(y[i]);
  q = slow(z[i]) / slow(x[i + 1]);
  return p + q;
}

__attribute__((noinline)) static double ordered(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double t = slow(x[i]) * y[i];
    s = s / 2 + t;
    if (i % 128 == 0)
      printf("%d %a\n", i, s);
  }
  return s;
}

struct state {
  double t;
} state;

__attribute__((noinline)) static void members(struct state *o, int n) {
  for (int i = 0; i < n; i++) {
    o->t = x[i] * y[i];
    z[i] = o->t + slow(z[i]);
  }
}

__attribute__((noinline)) static double apart(int n) {
  double s = 0;
  for (int i = 1; i < n; i++) {
    y[i] = slow(y[i - 1]) + x[i];
    s += x[i] * z[i];
  }
  return s;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i % 17 + 0.1 * (i % 7);
    y[i] = 1 / (i + 1.5);
    z[i] = i % 23 / 7.0;
    f[i] = (float)x[i] / 3;
    g[i] = (float)z[i];
  }
  for (int n = 20; n < 40; n++)
    printf("%a\n", pair(f, g, n, 1000 / n));
  double sum = 0;
  for (int i = 0; i < 40; i++)
    sum += handed(i * 20);
  printf("%a\n", sum);
  printf("%a\n", ordered(N));
  members(&state, N - 1);
  printf("%a %a\n", z[17], state.t);
  for (int n = N - 9; n < N; n++)
    printf("%a\n", apart(n));
  sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 2 + z[i];
  printf("%a\n", sum);
  return 0;
}
