/* edit.c by hand. */
#include "rows.h"
#include "timing.h"

#include <stdlib.h>

static int least(int a, int b, int c) {
  int m = a < b ? a : b;
  return m < c ? m : c;
}

static const char *a, *b;
static int n, m, *d;

static void some_rows(int thread) {
  const char *restrict s = a, *restrict t = b;
  for (int i = 1 + thread; i <= n; i += THREADS) {
    int *restrict row = d + (size_t)i * (m + 1);
    const int *above = d + (size_t)(i - 1) * (m + 1);
    row[0] = i;
    for (int from = 1; from <= m; from += CHUNK) {
      const int to = from + CHUNK - 1 < m ? from + CHUNK - 1 : m;
      if (i > 1)
        await(thread, i, m, to);
      for (int j = from; j <= to; j++)
        row[j] = least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (s[i - 1] != t[j - 1]));
      publish(thread, i, m, to);
    }
  }
}

static int distance(void) {
  for (int j = 0; j <= m; j++)
    d[j] = j;
  run_rows(some_rows);
  return d[(size_t)n * (m + 1) + m];
}

int main(int argc, char **argv) {
  n = m = argc > 1 ? atoi(argv[1]) : 4000;
  const int times = argc > 2 ? atoi(argv[2]) : 5;
  char *first = malloc((size_t)n), *second = malloc((size_t)n);
  d = calloc((size_t)(n + 1) * (size_t)(n + 1), sizeof *d);
  unsigned x = 1;
  for (int i = 0; i < n; i++) {
    first[i] = (char)('a' + (x = x * 1103515245 + 12345) / 65536 % 4);
    second[i] = (char)('a' + (x = x * 1103515245 + 12345) / 65536 % 4);
  }
  a = first;
  b = second;
  start_threads();
  int sum = distance();
  const double begin = now();
  for (int t = 0; t < times; t++)
    sum += distance();
  tell(begin);
  printf("%d\n", sum);
  return 0;
}
