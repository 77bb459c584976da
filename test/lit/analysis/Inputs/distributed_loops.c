// Loops whose bodies fall into parts that do not depend on each other: filters on two channels, a
// walk by pointers with macros, counters and last values in several shapes. PARALLEL: 10
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 };

struct filter {
  int past[4], weight;
  long sum;
};
struct pass {
  int term, delta, weight_a, weight_b;
  int a[8], b[8];
};

static int left[N + 8], right[N + 8], in[2 * N], out[2 * N];
static double x[N], y[N], u[N], v[N];

static unsigned seed = 1;
static int next(void) {
  seed = seed * 1103515245u + 12345u;
  return (int)(seed >> 16) % 2001 - 1000;
}

#define APPLY(weight, sample) (((weight) * (sample) + 512) >> 10)
#define UPDATE(weight, delta, source, result) \
  if (source && result) {                     \
    int s = (source ^ result) < 0 ? -1 : 0;   \
    weight = (delta ^ s) + (weight - s);      \
  }

static void two_filters(struct filter *p, struct filter *q) {
  for (int i = 0; i < N; i++) {
    p->past[1] = p->past[0];
    p->past[0] = left[i] - (p->past[1] * p->weight >> 8);
    left[i] = p->past[0];
    q->past[1] = q->past[0];
    q->past[0] = right[i] - (q->past[1] * q->weight >> 8);
    right[i] = q->past[0];
  }
}

static void iir(void) {
  double a = 0.5, b = 0.25;
  for (int i = 0; i < N; i++) {
    a = 0.9 * a + x[i];
    u[i] = a;
    b = 0.8 * b - y[i];
    v[i] = b;
  }
  printf("%.17g %.17g\n", a, b);
}

static void interleaved(int *to, const int *from, int n, struct pass *p, int step) {
  if (step < 0) {
    to += (n - 1) * 2;
    from += (n - 1) * 2;
    step = -2;
  } else
    step = 2;
  while (n--) {
    int sample, result;

    sample = p->a[0] * 2 - p->a[1];
    p->a[1] = p->a[0];
    to[0] = result = (p->a[0] = from[0]) - APPLY(p->weight_a, sample);
    UPDATE(p->weight_a, p->delta, sample, result);

    sample = p->b[0] * 2 - p->b[1];
    p->b[1] = p->b[0];
    to[1] = result = (p->b[0] = from[1]) - APPLY(p->weight_b, sample);
    UPDATE(p->weight_b, p->delta, sample, result)

    from += step;
    to += step;
  }
  printf("%d\n", n);
}

/// The counters of the ring live on behind the loop.
static int ring(struct pass *p, int n) {
  int m = 0, k = p->term & 7, sample;
  const int *from = in;
  while (n--) {
    sample = p->a[m];
    p->a[k] = from[0] + sample / 2;
    sample = p->b[m];
    p->b[k] = from[1] - sample / 3;
    from += 2;
    m = (m + 1) & 7;
    k = (k + 1) & 7;
  }
  return m * 100 + k * 10 + (int)(from - in);
}

static void down_and_do(void) {
  int i = N, c = 3, d = 5, last;
  do {
    i--;
    c = (c * 5 + in[i]) & 1023;
    left[i] = c;
    d = (d * 3 - in[i + N]) & 1023;
    right[i] = d;
    last = i & 7;
  } while (i > 0);
  printf("%d %d %d %d\n", i, c, d, last);
}

/// Statements in blocks and branches, inner loops, and calls that keep to their arguments.
static int smooth(struct filter *f, int value) {
  for (int k = 3; k > 0; k--)
    f->past[k] = f->past[k - 1];
  f->past[0] = value;
  f->sum += f->past[3];
  return f->past[0] + f->past[1] + f->past[2] + f->past[3];
}

static void nested(struct filter *p, struct filter *q) {
  int i;
  for (i = 0; i < N; i += 2) {
    int t;
    {
      t = smooth(p, in[i]);
      if (t > 50)
        left[i] = t;
      else
        left[i + 1] = -t;
    }
    for (t = 0; t < 4; t++)
      q->past[t] += in[i] >> t;
    q->weight = q->past[0] ^ q->past[3];
  }
  printf("%d\n", i);
}

/// Three parts, of which one has an early value of a counter and another a late one.
static void three(void) {
  int a = 1, b = 1, c = 1, j = 0;
  for (int i = 0; i < N; i++) {
    a = (a * 7 + in[j]) % 10007;
    u[i] = a;
    j += i & 1;
    b = (b * 11 + in[j]) % 10009;
    v[i] = b;
    c = (c * 13 + i) % 10037;
    x[i] = c;
  }
  printf("%d %d %d %d\n", a, b, c, j);
}

/// No iteration: everything keeps its value.
static void empty(int n) {
  int a = 17, b = 19, j = 23;
  for (int i = 0; i < n; i++) {
    a = a * 3 + in[i];
    left[i] = a;
    b = b * 5 + in[i];
    right[i] = b;
    j = i * 2;
  }
  printf("%d %d %d\n", a, b, j);
}

/// Used again and again by the loop alone: what it left is where it goes on.
static void goes_on(void) {
  int a = 0, b = 0, j = 0;
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < N / 4; i++) {
      a = (a * 3 + in[j]) & 0xffff;
      left[j] = a;
      b = (b * 5 - in[j]) & 0xffff;
      right[j] = b;
      j++;
    }
}

/// Rare overlap: the test in front of the loop finds out.
static void may_overlap(int *to, int *from, int n) {
  int a = 0, b = 0;
  for (int i = 0; i < n; i++) {
    a = (a * 3 + from[2 * i]) & 0xffff;
    to[2 * i] = a;
    b = (b * 5 + from[2 * i + 1]) & 0xffff;
    to[2 * i + 1] = b;
  }
}

static void print(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)left[i] + 7 * (unsigned)right[i] + (unsigned)in[i] +
          (unsigned)out[2 * i] * 3 + (unsigned)out[2 * i + 1] + (unsigned)(int)u[i] +
          (unsigned)(int)v[i] + (unsigned)(int)x[i];
  printf("%u\n", sum);
}

int main(void) {
  struct filter p = {{1}, 100, 0}, q = {{2}, -70, 0};
  struct pass pass = {2, 3, 300, -200, {1, 2}, {3, 4}};
  for (int i = 0; i < 2 * N; i++)
    in[i] = next();
  for (int i = 0; i < N; i++)
    left[i] = next(), right[i] = next(), x[i] = next(), y[i] = next();
  two_filters(&p, &q);
  print();
  iir();
  interleaved(out, in, N, &pass, 1);
  print();
  interleaved(out, in, N, &pass, -1);
  printf("%d %d\n", pass.weight_a, pass.weight_b);
  printf("%d\n", ring(&pass, N));
  down_and_do();
  print();
  nested(&p, &q);
  printf("%d %ld %d\n", p.past[0], p.sum, q.weight);
  three();
  print();
  empty(0);
  empty(N);
  goes_on();
  print();
  may_overlap(out, in, N);
  may_overlap(out + 1, out, N - 1);
  may_overlap(out, out + 3, N - 2);
  print();
  return 0;
}
