/* PARALLEL: 13 */
// Tests of a sum or multiple of the counter, and of several bounds: all sizes from negative to beyond one step.
#include <stddef.h>
#include <stdio.h>

enum { N = 400 };
static int a[4 * N], b[4 * N];

static void plus_one(int n) {
  for (int i = 0; i + 1 < n; i++)
    a[i] = b[i] + b[i + 1];
}

static void by_four(int n) {
  for (int i = 0; i + 3 < n; i += 4) {
    a[i] = b[i] + 1;
    a[i + 1] = b[i] + 2;
    a[i + 2] = b[i] + 3;
    a[i + 3] = b[i] + 4;
  }
}

static void twice(int n) {
  for (int i = 1; 2 * i + 1 <= n; i++)
    a[i] = b[2 * i + 1] * 3;
}

static void in_size(size_t n) {
  for (size_t i = 0; i + 1 < n; i++)
    a[i] = b[i] - b[i + 1];
}

static void in_size_by_two(size_t n) {
  for (size_t i = 0; i + 2 <= n; i += 2)
    a[i + 1] = b[i] - b[i + 1];
}

static void until_met(int n) {
  int i;
  for (i = -1; i + 1 != n; ++i)
    a[i + 1] = b[i + 1] * 5;
  a[0] += i;
}

static void downwards(int n) {
  int i = n;
  while (i - 2 >= 0) {
    a[i] = b[i] * 7;
    i -= 2;
  }
  a[0] += i;
}

static void pointers(int *p, int *end) {
  for (; p + 2 < end; p += 2)
    p[0] = p[1] + 1;
}

static void after_body(int n) {
  int i = 0;
  do {
    a[i] = b[i] * 9;
    i++;
  } while (i * 3 < n);
  a[1] += i;
}

static void either(int n, int m) {
  for (int i = 0; i < n && i < m; i++)
    a[i] = b[i] * 13;
}

static void three(int n, int m, long k) {
  int i;
  for (i = 0; i < n && 3 + i * 2 <= m && i < k; i++)
    a[i] = b[i] * 17;
  a[2] += i;
}

static void if_not(int n) {
  for (int i = 0;; i++) {
    if (i * 4 >= n)
      break;
    a[i] = b[i] * 19;
  }
}

static unsigned sum(void) {
  unsigned s = 0;
  for (int i = 0; i < 4 * N; i++)
    s = s * 31 + (unsigned)a[i];
  return s;
}

int main(void) {
  static const int sizes[] = {-7, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 200, 201, 202, 203};
  for (int i = 0; i < 4 * N; i++)
    b[i] = i * i + 1;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const int n = sizes[k];
    plus_one(n);
    by_four(n);
    twice(n);
    if (n >= 0) {
      in_size((size_t)n);
      in_size_by_two((size_t)n);
      until_met(n);
      pointers(a + 900, a + 900 + n);
    }
    downwards(n);
    after_body(n);
    for (unsigned j = 0; j < sizeof sizes / sizeof *sizes; j++) {
      either(n, sizes[j]);
      three(n, sizes[j], 100);
    }
    if_not(n);
    printf("%d %u\n", n, sum());
  }
  return 0;
}
