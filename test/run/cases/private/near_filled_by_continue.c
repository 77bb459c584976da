// PARALLEL: 0
// Steps and tests at the end of an inner loop are reached by `continue`, too, behind which nothing has been filled.
#include <stdio.h>

enum { M = 2000, N = 100 };

static double out[M];
static int a[M];

static int fill(int from, double *t) {
  if (from % 5 == 0)
    return 0;
  for (int x = 0; x < N; x++)
    t[x] = from * x % 13 + 1;
  return 1;
}

static void show(void) {
  double sum = 0;
  for (int j = 0; j < M; j++)
    sum = sum * 0.999 + out[j] * (j % 7);
  printf("%.17g %g %g\n", sum, out[5], out[M - 1]);
}

static void by_step(void) {
  double t[N] = {0};
  for (int j = 0; j < M; j++) {
    double s = 0;
    for (int i = 0; i < 3; s = s / 3 + t[a[j] % N], i++) {
      if ((a[j] + i) % 5 < 3)
        continue;
      for (int x = 0; x < N; x++)
        t[x] = a[j] * x % 13 + 1;
    }
    out[j] = s;
  }
  show();
}

static void by_test(void) {
  double t[N] = {0};
  for (int j = 0; j < M; j++) {
    double s = 0;
    int i = 0;
    do {
      if ((a[j] + i) % 5 < 3)
        continue;
      for (int x = 0; x < N; x++)
        t[x] = a[j] * x % 13 + 1;
    } while (s = s / 3 + t[a[j] % N], i++ < 3);
    out[j] = s;
  }
  show();
}

static void by_result(void) {
  double t[N] = {0};
  for (int j = 0; j < M; j++) {
    double s = 0;
    for (int i = 0; i < 3; s = s / 3 + t[a[j] % N], i++) {
      if (!fill(a[j] + i, t))
        continue;
      s++;
    }
    out[j] = s;
  }
  show();
}

/* t is read behind the first loop. */
static void behind(int count) {
  double t[N] = {0};
  for (int j = 0; j < M; j++) {
    double s = 0;
    for (int x = 0; x < N; x++)
      t[x] = j * x % 13 + 1;
    for (int x = 0; x < N; x++)
      s = s * 0.5 + t[x];
    out[j] = s;
  }
  double sum = 0;
  for (int i = 0; i < 3; sum = sum / 3 + t[i + 5], i++) {
    if (count < 3)
      continue;
    for (int x = 0; x < N; x++)
      t[x] = x;
  }
  printf("%g\n", sum);
  show();
}

int main(int count, char **arguments) {
  (void)arguments;
  for (int j = 0; j < M; j++)
    a[j] = (j * 7919) % 101;
  by_step();
  by_test();
  by_result();
  behind(count);
  return 0;
}
