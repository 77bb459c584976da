/* PARALLEL: 8 */
/* A goto that leaves the statements in front of its label, or repeats those behind it, keeps loops beside it parallel. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 700 };
static int a[N], b[N];

/* The ladder of labels that C uses for lack of destructors. */
static int acquired(int n, int fail) {
  int result = -1;
  int *first = fail == 1 ? NULL : malloc(n * sizeof *first);
  if (!first)
    goto none;
  int *second = fail == 2 ? NULL : malloc(n * sizeof *second);
  if (!second)
    goto one;
  for (int i = 0; i < n; i++)
    first[i] = a[i] * 3 + i;
  if (fail == 3)
    goto both;
  for (int i = 0; i < n; i++)
    second[i] = first[i] ^ b[i];
  result = 0;
both:
  for (int i = 0; i < n && !result; i++)
    a[i] = second[i] + first[n - 1 - i];
  free(second);
one:
  free(first);
none:
  return result;
}
/* Out of two loops at once; the loops in front of that and behind it are parallel. */
static int searched(int n, int wanted) {
  int at = -1;
  for (int i = 0; i < n; i++)
    b[i] += i ^ wanted;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      if ((b[i] & 127) == wanted + j) {
        at = i;
        goto found;
      }
  at = -2;
found:
  for (int i = 0; i < n; i++)
    a[i] -= at;
  return at;
}
static int retried(int n, int x) {
  int tries = 0;
retry:
  for (int i = 0; i < n; i++)
    b[i] += i * x;
  if (b[n / 2] % 4 && tries++ < 5)
    goto retry;
  return tries;
}
/* To the end of an outer loop's body. */
static void outer(int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 10; k++) {
      if (i * k % 17 == 16)
        goto next;
      a[i] += k;
    }
    a[i]++;
  next:;
  }
}
/* Whole patterns inside a parallel loop. */
static void inside(int n) {
  for (int i = 0; i < n; i++) {
    int x = a[i] & 63;
  again:
    x = x * 5 + 3;
    if (x < 100)
      goto again;
    if (x & 1)
      goto odd;
    b[i] = x / 2;
  odd:
    a[i] += x;
  }
}

int main(void) {
  int r = 0;
  for (int i = 0; i < N; i++)
    a[i] = i * 37 % 101, b[i] = i * 53 % 97;
  for (int x = 0; x < 5; x++) {
    r = (r * 31 + acquired(N, x) + 2 * searched(N, x * 29) + 3 * retried(N, x)) & 0xffff;
    inside(N);
    outer(N);
    printf("%d %d %d\n", r, a[x * 100], b[x * 100]);
  }
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + a[i] + 3 * b[i];
  printf("%u\n", s);
  return 0;
}
