/* PARALLEL: 8
   Values that nobody reads before they are set again: in another branch, in front of the loop, in the next function. */
#include <stdio.h>
enum { N = 200 };
static int in[N], out[N];
static double part, scratch[8];
static int shared;

static int branches(int n, int m, int mode) {
  int i, k, t = 1000;
  if (mode) {
    for (i = 0; i < n; i++)
      for (k = 0; k < m; k++) {
        t = in[i] * k;
        out[i] += t;
      }
  } else {
    out[0] = t;
  }
  return out[n / 2];
}

static void twice(int n, int m) {
  int i, k;
  double t;
  for (i = 0; i < n; i++)
    for (k = 0; k < m; k++) {
      t = in[i] * 0.5;
      out[i] += (int)(t * k);
    }
  for (i = 0; i < n; i++)
    for (k = m; k > 0; k--) {
      t = in[i] * 0.25;
      out[i] ^= (int)(t + k);
    }
}

static void one(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      part = in[i] + k;
      shared = (int)part & 3;
      out[i] += (int)part + shared;
    }
}
static void two(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      part = in[i] - k;
      for (int j = 0; j < 8; j++)
        scratch[j] = part * j;
      out[i] += (int)scratch[k & 7];
    }
}
static double three(int n) {
  double sum = 0;
  for (int j = 0; j < 8; j++)
    scratch[j] = in[j];
  for (int j = 0; j < n; j++)
    sum = sum * 0.5 + scratch[j & 7];
  return sum;
}

static int rounds(int n, int m) {
  int t = 7, sum = 0;
  while (m-- > 0) {
    sum += t;
    t = m;
    for (int i = 0; i < n; i++)
      if (in[i] > t)
        out[i]++;
    for (int i = 0; i < n; i++)
      for (int k = 0; k < m; k++) {
        t = in[i] + k;
        out[i] ^= t;
      }
    t = sum & 15;
  }
  return t;
}

struct work {
  int count, row[8];
};
static int members(int n, int m) {
  struct work w;
  w.count = m;
  w.row[0] = w.count;
  for (int i = 0; i < n; i++)
    if (in[i] > m) {
      w.count = in[i];
      for (int j = 0; j < 8; j++)
        w.row[j] = w.count + j;
      out[i] += w.row[i & 7];
    }
  w.count = n;
  for (int j = 0; j < 8; j++)
    w.row[j] = w.count * j;
  return w.count + w.row[n & 7];
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    in[i] = (i * 29 + argc) % 97;
  printf("%d\n", branches(N, 3 + argc, argc));
  printf("%d\n", branches(N, 3 + argc, argc - 1));
  twice(N, 4 + argc);
  printf("%d\n", members(N, 40 + argc));
  one(N, 2 + argc);
  two(N, 2 + argc);
  printf("%g %d\n", three(N), rounds(N, 4 + argc));
  long long hash = 0;
  for (int i = 0; i < N; i++)
    hash = hash * 31 + out[i];
  printf("%lld\n", hash);
  return 0;
}
