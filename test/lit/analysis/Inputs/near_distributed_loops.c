// Loops whose bodies look like two parts, and are one: their statements depend on each other in some
// iteration, leave the loop, or do what has an order. SEQUENTIAL
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 500 };
static int a[N + 4], b[N + 4];
static volatile int port;
static int state;
static double real[N];

static int stateful(int value) { return state = (state * 5 + value) & 0xffffff; }

static int cross(void) {
  int p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    p = (p * 3 + (q & 7)) & 1023;
    a[i] = p;
    q = (q * 5 + a[i]) & 1023;
    b[i] = q;
  }
  return p + q;
}

static int cross_carried(void) {
  for (int i = 1; i < N; i++) {
    a[i] = (a[i - 1] * 3 + b[i - 1]) & 1023;
    b[i] = (b[i - 1] * 5 + 1) & 1023;
  }
  return a[N - 1];
}

static int carried_scalar(void) {
  int t = 1;
  for (int i = 0; i < N; i++) {
    a[i] = (a[i] + t) & 1023;
    t = (t * 3 + a[i]) & 1023;
    b[i] = (b[i] + t) & 1023;
    t = (t * 5 + b[i]) & 1023;
  }
  return t;
}

static int leaves(void) {
  int p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    p = (p * 3 + a[i]) & 1023;
    if (p == 1000)
      break;
    a[i] = p;
    q = (q * 5 + b[i]) & 1023;
    b[i] = q;
  }
  return p + q;
}

static int skips(void) {
  int p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    p = (p * 3 + a[i]) & 1023;
    a[i] = p;
    if (p & 1)
      continue;
    q = (q * 5 + b[i]) & 1023;
    b[i] = q;
  }
  return p + q;
}

static int jumps(void) {
  int p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    p = (p * 3 + a[i]) & 1023;
    a[i] = p;
    if (p == 17)
      goto out;
    q = (q * 5 + b[i]) & 1023;
    b[i] = q;
  }
out:
  return p + q;
}

static int ends(void) {
  int p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    p = (p * 3 + a[i]) & 1023;
    if (p < 0)
      exit(3);
    a[i] = p;
    q = (q * 5 + b[i]) & 1023;
    b[i] = q;
  }
  return p + q;
}

static int accumulates(void) {
  int sum = 1;
  for (int i = 0; i < N; i++) {
    sum = (sum * 3 + a[i]) & 1023;
    b[i] = sum;
    sum = (sum * 5 + b[i]) & 1023;
  }
  return sum;
}

static int aliases(int *p, int *q, int n) {
  int s = 1, t = 1;
  for (int i = 0; i < n; i++) {
    s = (s * 3 + p[b[i]]) & 1023;
    p[b[i]] = s;
    t = (t * 5 + q[i]) & 1023;
    q[i] = t;
  }
  return s + t;
}

static int prints(void) {
  int p = 1, q = 2;
  for (int i = 0; i < 9; i++) {
    p = (p * 3 + a[i]) & 1023;
    printf("p %d\n", p);
    q = (q * 5 + b[i]) & 1023;
    printf("q %d\n", q);
  }
  return p + q;
}

static int last_error(void) {
  errno = 0;
  double p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    p = log(p * 0.5 - i + 20);
    real[i] = p;
    q = exp(q + i);
    q = q > 1e30 ? 0 : q;
  }
  return errno + (int)q;
}

static int last_value(void) {
  int p = 1, q = 2, t = 0;
  for (int i = 0; i < N; i++) {
    t = (p * 3 + a[i]) & 1023;
    p = a[i] = t;
    t = (q * 5 + b[i]) & 1023;
    q = b[i] = t;
  }
  return t;
}

static int volatiles(void) {
  int p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    p = (p * 3 + a[i]) & 1023;
    port = a[i] = p;
    q = (q * 5 + b[i]) & 1023;
    port = b[i] = q;
  }
  return port;
}

static int calls(void) {
  int p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    p = (p * 3 + stateful(a[i])) & 1023;
    a[i] = p;
    q = (q * 5 + stateful(b[i])) & 1023;
    b[i] = q;
  }
  return p + q + state;
}

static int bound = N;
static int changes_bound(void) {
  int p = 1, q = 2;
  for (int i = 0; i < bound; i++) {
    p = (p * 3 + a[i]) & 1023;
    a[i] = p;
    q = (q * 5 + b[i]) & 1023;
    b[i] = q;
    bound -= (q & 3) == 0;
  }
  return p + q;
}

static int advances(void) {
  int p = 1, q = 2, i = 0;
  while (i < N) {
    p = (p * 3 + a[i]) & 1023;
    a[i] = p;
    q = (q * 5 + b[i]) & 1023;
    b[i] = q;
    i += 1 + (q & 1);
  }
  return p + q;
}

static int needs_two(void) {
  int p = 1, q = 2;
  for (int i = 0; i < N; i++) {
    int t = (p * 3 + a[i]) & 1023;
    p = t;
    a[i] = p;
    q = (q * 5 + t) & 1023;
    b[i] = q;
  }
  return p + q;
}

static void fill(void) {
  for (int i = 0; i < N + 4; i++)
    a[i] = stateful(i) & 511, b[i] = stateful(i) & 255;
}

int main(void) {
  fill();
  printf("%d %d %d\n", cross(), cross_carried(), carried_scalar());
  printf("%d %d %d %d\n", leaves(), skips(), jumps(), ends());
  printf("%d %d\n", accumulates(), prints());
  fill();
  printf("%d\n", aliases(a, a + 2, N / 2));
  printf("%d %d %d %d\n", last_error(), last_value(), volatiles(), calls());
  bound = N;
  printf("%d\n", changes_bound());
  printf("%d %d\n", advances(), needs_two());
  return 0;
}
