/* PARALLEL: 0 */
/* Jumps inside statements that layers do not go on behind: in a statement that may also end the program, from a
   macro, with a label or a static variable, or with a value of a type that the frame does not have. */
#include <stdio.h>
#include <stdlib.h>
enum { N = 3000 };
typedef struct {
  double x, y;
} pair;
static double a[N], b[N], c[N];
static double fill(double *x, double v) {
  for (int i = 0; i < N; i++)
    v = x[i] = v * 0.5 + (i * 7) % 13;
  return v;
}
static double ends(int k) {
  double u, v = 0;
  u = fill(a, k);
  for (int i = 0; i < k; i++) {
    if (b[i] > 1e9)
      exit(3);
    if (b[i] > 10)
      return u + i;
  }
  v += fill(b, v) + fill(c, k);
  return u + v;
}
#define CHECK(condition, result) \
  if (condition) \
  return result
#define FAIL -1; v += 100
static double from_macros(int k) {
  double u, v = 0;
  u = fill(a, k);
  for (int i = 0; i < k; i++)
    CHECK(b[i] > 10 + i, u + i);
  if (k == 5) {
    if (u > 0)
      return FAIL;
  }
  v += fill(b, v) + fill(c, k);
  return u + v;
}
static double stays_once(int k) {
  double u, v = 0;
  u = fill(a, k);
  for (int i = 0; i < k; i++)
    if (b[i] > 10) {
      static int times;
      return u + ++times;
    }
  if (k == 7)
    goto out;
  if (k > 2) {
    if (k > 8)
      return __extension__({
        int times = 0;
      again:
        if (++times < k)
          goto again;
        u + times;
      });
    v = 1;
  }
  v += fill(b, v) + fill(c, k);
out:
  return u + v;
}
static pair both(int k) {
  pair made = {fill(a, k), 1};
  for (int i = 0; i < N; i++) {
    pair here = {b[i], c[i]};
    if (here.x + here.y > 20)
      return here;
  }
  made.y = fill(b, k) + fill(c, k);
  return made;
}
/* Always leaves. */
static double always(int k) {
  double u, v;
  u = fill(a, k);
  v = fill(b, k);
  for (int i = 0;; i = (i + 1) % N) {
    v += 100;
    if (c[i] < v)
      return u + i + v;
  }
}
int main(void) {
  double s = 0;
  for (int k = 0; k < 12; k++) {
    const pair two = both(k);
    s = s * 0.5 + ends(k) + from_macros(k) + stays_once(k) + always(k) + two.x + two.y;
  }
  printf("%.17g %g %g %g\n", s, a[9], b[9], c[9]);
  return 0;
}
