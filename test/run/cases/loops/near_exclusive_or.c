/* SEQUENTIAL */
/* Exchanges with the element of number i ^ j that two iterations make, or whose j differs by iteration. */
#include <stdio.h>

enum { N = 1024 };
static int v[N];

static void twice(int n, int j) {
  for (int i = 0; i < n; i++) {
    int kept = v[i];
    v[i] = v[i ^ j] + 1;
    v[i ^ j] = kept * 3;
  }
}

static void moving(int n) {
  for (int i = 0; i < n; i++) {
    int partner = i ^ (i >> 1);
    if (partner > i)
      v[partner] += v[i] * 3;
  }
}

static void other(int n, int j, int k) {
  for (int i = 0; i < n; i++) {
    int partner = i ^ j;
    if (partner > i)
      v[partner] = v[partner] * 3 + v[i ^ k];
  }
}

int main(void) {
  unsigned sum = 0;
  int x = 1;
  for (int i = 0; i < N; i++)
    v[i] = x = x * 7 % 1013;
  twice(N, 5);
  moving(N);
  other(N, 6, 3);
  for (int i = 0; i < N; i++)
    sum = sum * 31u + (unsigned)v[i];
  printf("%u\n", sum);
  return 0;
}
