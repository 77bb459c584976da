/* PARALLEL: 9 */
// Heads that declare several variables, or one that is not counted: as in a block around the loop.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 500 };
static int a[N + 2], b[N + 2];
static char text[N + 1];
static int asked;

static int length_of(const int *list) {
  asked++;
  return list[0];
}

static void bound_by_call(int *restrict to, const int *restrict from) {
  for (int i = 0, n = length_of(from); i < n; i++)
    to[i] = from[i + 1] * 3;
}

static void with_induction(int n) {
  for (int i = 0, j = 5; i < n; i++, j += 2)
    a[i] = b[i] + j;
}

static void with_length(void) {
  for (size_t i = 0, n = strlen(text); i < n; i++)
    a[i] += text[i];
}

static void with_end(int *from, int n) {
  for (int *p = from, *end = from + n; p < end; p++)
    *p ^= 0x55;
}

static int counted_outside(int most) {
  int i = 3;
  for (int n = most - 1; i < n; i++)
    a[i] = b[i] - n;
  return i;
}

static void hidden_names(int i, int n) { // those of the head mean other variables
  a[0] = i;
  for (int i = 1, k = n, n = k - 1; i < n; i++)
    a[i] += b[i] * n;
  a[1] += n + i;
}

static void twice_the_same(int m) {
  for (int i = 0, n = m; i < n; i++)
    a[i] += 7;
  for (int i = 0, n = m - 3; i < n; i++)
    b[i] -= a[i];
}

static int last_of_several(int m) {
  int last = 0;
  for (int i = 0, t = 9, n = m; i < n; i++) {
    t = b[i] * 2;
    a[i] = t + 1;
    last = t;
  }
  return last;
}

static unsigned sum(void) {
  unsigned total = 0;
  for (int i = 0; i < N; i++)
    total = total * 31 + (unsigned)a[i] + 7u * (unsigned)b[i];
  return total;
}

/* It may end main, so that each call before it stays a statement of its own. */
#define show(number)                                                                               \
  if (printf(" %d %u", (number), sum()) < 0)                                                       \
  return 1

int main(void) {
  for (int i = 0; i < N; i++) {
    b[i] = i * 37 % 101;
    text[i] = (char)('a' + i % 26);
  }
  for (int n = -1; n < N; n += 83) {
    const int m = n < 0 ? 0 : n;
    b[0] = m;
    int *copy = calloc(N, sizeof *copy);
    bound_by_call(copy, b);
    show(copy[m / 2] + asked);
    with_induction(n);
    show(n);
    with_length();
    show(n);
    with_end(copy, m);
    show(copy[m / 3]);
    show(counted_outside(n));
    show(last_of_several(n));
    hidden_names(n, N - 2);
    show(n);
    twice_the_same(n);
    show(n);
    printf("\n");
    free(copy);
  }
}
