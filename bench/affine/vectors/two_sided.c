/* q = A * p and s = transposed A * r, in one pass over A; both are the next vectors. */
#include "../affine.h"

#ifndef N
#define N 3000
#endif
#define STEPS 30

static double a[N][N], p[N], q[N], r[N], s[N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      a[i][j] = affine_value(i, j, 1) * 2 / N;
    p[i] = affine_value(i, 0, 2);
    r[i] = affine_value(i, 0, 3);
    q[i] = s[i] = 0;
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int step = 0; step < STEPS; step++) {
    for (int j = 0; j < N; j++)
      s[j] = 0;
    for (int i = 0; i < N; i++) {
      q[i] = 0;
      for (int j = 0; j < N; j++) {
        s[j] += r[i] * a[i][j];
        q[i] += a[i][j] * p[j];
      }
    }
    for (int i = 0; i < N; i++) {
      p[i] = 0.5 * (p[i] + s[i]);
      r[i] = 0.5 * (r[i] + q[i]);
    }
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("p", p, N);
  affine_doubles("r", r, N);
  return 0;
}
