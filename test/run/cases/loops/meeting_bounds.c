/* PARALLEL: 7 */
// A variable and its bound that walk towards each other: all sizes, steps, and both ends
// afterwards.
#include <stdio.h>

enum { N = 301 };
static int a[N], b[N];

static void reverse(int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

static void reverse_c89(int n) {
  int i, j;
  for (i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j] + 1;
    a[j] = t;
  }
  a[0] += i * 1000 + j;
}

static void reverse_walking(int *p, int n) {
  int *q = p + n - 1;
  while (p < q) {
    int t = *p;
    *p++ = *q;
    *q-- = t;
  }
}

static int ends(int n) {
  int low = 0, high = n;
  while (low <= high) {
    b[low] += 3;
    b[high] += 5;
    low += 2;
    high -= 3;
  }
  return low * 1000 + high;
}

static int from_above(int n) {
  int high = n, low = 0;
  while (high > low) {
    a[high] = b[low];
    high--;
    low += 2;
  }
  return high * 1000 + low;
}

static void apart(int n, int *restrict to) {
  for (int i = 0, j = n; i <= j; ++i, --j)
    to[i] = a[j] - b[j];
}

/// In the middle, what an iteration writes is what the one before reads: a guard finds that.
static void beyond_the_middle(int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--)
    a[i + 2] = a[j] + 1;
}

static unsigned sum(void) {
  unsigned total = 0;
  for (int i = 0; i < N; i++)
    total = total * 31 + (unsigned)a[i] + 7u * (unsigned)b[i];
  return total;
}

static void show(int number) { printf(" %d %u", number, sum()); }

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i * 37 % 101;
    b[i] = i * 53 % 97;
  }
  for (int n = 1; n < N; n = n < 12 ? n + 1 : n + 41) {
    static int copy[N];
    reverse(n);
    show(n);
    reverse_c89(n);
    show(n);
    reverse_walking(a, n);
    show(n);
    show(ends(n - 1));
    show(from_above(n - 1));
    apart(n - 1, copy);
    show(copy[n / 3]);
    beyond_the_middle(n);
    show(n);
    printf("\n");
  }
}
