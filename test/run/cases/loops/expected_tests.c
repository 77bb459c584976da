/* PARALLEL: 4
 * Loops whose test says which way it mostly goes, and near ones that it ends at another place. */
#include <stdio.h>
#define likely(x) __builtin_expect(!!(x), 1)
#define expected(x) __builtin_expect((x) != 0, 1)
#define unlikely(x) __builtin_expect((x), 0)
enum { N = 300000 };
static unsigned x[N + 1], y[N + 1];

static void plain(int n) {
  for (int i = 0; likely(i < n); i++)
    x[i] = x[i] * 3 + (unsigned)i;
}
static void walked(int n) {
  int i = 0;
  while (expected(i < n)) {
    y[i] = x[i] % 1000;
    i++;
  }
}
static void down(int n) {
  while (unlikely(n--))
    x[n] ^= y[n] * 7;
}
static void left(int n) {
  for (int i = 0;; i++) {
    if (unlikely(i >= n))
      break;
    y[i] += x[i] >> 3;
  }
}
static int either(int n) {
  int i;
  for (i = 0; likely(i < n || x[i] % 3); i++)
    x[i] += 3;
  return i;
}
static int negated(int n) {
  int i;
  for (i = n; likely(!(i < n)) && i < N; i++)
    x[i] += 5;
  return i;
}
static int notOne(int n) {
  int i;
  for (i = 0; __builtin_expect((i >= n) != 1, 1); i++)
    x[i] += 7;
  return i;
}

int main(void) {
  for (int r = 0; r < 5; r++) {
    plain(N);
    walked(N - 1);
    down(N - r);
    left(N);
  }
  int ends = either(N / 2) + negated(N / 3) + notOne(N / 5);
  unsigned check = 0;
  for (int i = 0; i < N; i++)
    check = check * 31 + x[i] + y[i];
  printf("%u %d\n", check, ends);
  return 0;
}
