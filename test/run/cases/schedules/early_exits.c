/* PARALLEL: 5 AGAIN: --dispatch=dynamic */
/* Layers that go on behind branches that leave them: each way out ends where the source does, with
   the values that the statements in front have left and nothing of those behind. */
#include <stdio.h>
enum { N = 3000 };
static double a[N], b[N], c[N], d[N];
static int calls, fault;
static double fill(double *x, double v) {
  for (int i = 0; i < N; i++)
    v = x[i] = v * 0.5 + (i * 7) % 13;
  return v;
}
static double total(const double *x, double s) {
  for (int i = 0; i < N; i++)
    s = s * 0.25 + x[i];
  return s;
}
static int check(int k) {
  if (k % 5 == 0) {
    fault = 40 + k;
    return -k - 1;
  }
  return k > 1000;
}

/* Returns a value that an earlier statement has set; the condition has an effect. */
static double decode(int k) {
  int status, step = 1;
  double u, v = 0;
  u = fill(a, k);
  if ((status = check(k)) < 0) {
    printf("k %d status %d fault %d step %d a %g\n", k, status, fault, step, a[7]);
    return u + status;
  }
  step = 2;
  v = fill(b, k + 1);
  if (k == 7)
    return v * step;
  else {
    c[5] = total(b, k);
    step = 3;
  }
  v += total(b, 1);
  u += total(a, step);
  return u + v + step + c[N - 1];
}

/* Left for what is behind the statements; a loop in parts behind the exit. */
static double leave(int k) {
  double u = 0, v = 0;
  long hits = 0;
  u = fill(a, k);
  if (k % 3 == 1) {
    calls += 10;
    goto out;
  }
  v = fill(b, k);
  for (int i = 0; i < N; i++)
    d[i] = b[i] * 2 + i;
  u += total(a, v);
  calls++;
out:
  for (int i = 0; i < N; i++)
    hits += d[i] > a[i];
  return u + v + hits + calls;
}

/* In a loop, to its next iteration and out of it. */
static double walk(int k) {
  double s = 0, t = 0;
  for (int i = 0; i < 9; i++) {
    s = s * 0.5 + fill(a, k + i);
    if ((k + i) % 4 == 2)
      continue;
    t = t * 0.25 + fill(b, i);
    if (i > k) {
      t += 100;
      break;
    }
    s += total(a, i);
    t += total(b, s);
  }
  return s + t;
}

/* One of several arms, or none. */
static double select(int k) {
  double u = 0, v = 0, w = 0;
  u = fill(a, k);
  switch (k - 3) {
  case -1:
  case 1:
    v = total(b, k);
    w = fill(c, k);
    break;
  case 2 ... 4: {
    v = fill(b, 2);
    w = total(c, k) + k;
    break;
  }
  case -3:
    v = 17;
    break;
  }
  u += total(a, 1) + v;
  return u + total(b, v) + total(c, w);
}

int main(void) {
  double s = 0;
  for (int k = 0; k < 12; k++) {
    fault = 0;
    s = s * 0.5 + decode(k);
    printf("%d %d %.17g", k, fault, s);
    s = s * 0.5 + leave(k);
    s = s * 0.5 + walk(k);
    s = s * 0.5 + select(k);
    printf(" %.17g %d %g %g\n", s, calls, a[3] + b[5], c[7] + d[9]);
  }
  return 0;
}
