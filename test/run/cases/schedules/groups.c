/* PARALLEL: 8
 * Layers on the groups of tasks: partial and ordered sums, an extreme with its place, private
 * arrays, a last value, a return before the loops, and errno; reached from tasks and from main. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
enum { N = 300 };
static double left[N], right[N], history[2][N];
static int table[N];

static double energy(const double *a, int n) {
  if (n < 2)
    return -1;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * a[i];
  return sum;
}
static int loudest(const double *a) {
  double most = -1;
  int at = -1;
  for (int i = 0; i < N; i++)
    if (a[i] > most) {
      most = a[i];
      at = i;
    }
  return at;
}
static long smooth(double *a, double w, int n) {
  double window[4], last = 0;
  long changes = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++)
      window[k] = a[i] * w + k;
    last = window[i & 3];
    a[i] = last + window[3] * 0.5;
    changes += i % 3 == 0;
  }
  return changes + (long)last;
}
static double roots(double *a, double shift) {
  for (int i = 0; i < N; i++)
    a[i] = sqrt(a[i] - shift);
  return a[7];
}
int main(void) {
  for (int i = 0; i < N; i++) {
    left[i] = i * 7 % 31;
    right[i] = i * 11 % 29;
    table[i] = i;
  }
  for (int round = 0; round < 40; round++) {
    long l, r;
    double e, f, x, y;
    int p, q;
    l = smooth(left, 0.5, N);
    r = smooth(right, 0.25, N - round);
    printf("%ld %ld\n", l, r);
    e = energy(left, N);
    f = energy(right, round & 1 ? 1 : N);
    p = loudest(left);
    q = loudest(right);
    printf("%.17g %.17g %d %d\n", e, f, p, q);
    for (int c = 0; c < 2; c++)
      smooth(history[c], 0.75, N);
    printf("%.17g\n", history[1][5]);
    errno = 0;
    x = roots(left, 0);
    y = roots(right, round & 2 ? 100 : 0);
    printf("%.17g %d %d\n", x, y != y, errno);
    for (int i = 0; i < N; i++)
      right[i] = left[i] + table[i];
  }
  for (int i = 1; i < N; i++)
    table[i] += table[i - 1];
  printf("%d %.17g\n", table[N - 1], energy(history[1], N));
  return 0;
}
