/* SEQUENTIAL */
/* Loops that go on past the half of an array, because not each iteration accesses the other half. */
#include <stdio.h>

enum { N = 1000 };
static int flat[2 * N], kept[2 * N];

static void seldom(int n) {
  for (int i = 0; i < n; i++) {
    int x = flat[i] * 3 + 1;
    if (i < N)
      flat[i + N] = x;
    kept[i] = x + (i ? kept[i - 1] : 0);
  }
}

static void left_before(int n) {
  for (int i = 0; i < n; i++) {
    int x = flat[i] + 1;
    kept[i] = x;
    if (i >= N)
      continue;
    flat[i + N] = x * 5;
  }
}

static void nearer(int n) {
  for (int i = 0; i < n; i++)
    flat[i + N - 1] += flat[i];
}

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 2 * N; i++)
    flat[i] = (i ? flat[i - 1] : 1) * 7 % 1013;
  seldom(2 * N);
  left_before(2 * N);
  nearer(N);
  for (int i = 0; i < 2 * N; i++)
    sum = sum * 31u + (unsigned)flat[i] * 3u + (unsigned)kept[i];
  printf("%u\n", sum);
  return 0;
}
