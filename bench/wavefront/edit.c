/* Edit distances of long strings, by the matrix of all their beginnings. */
#include "timing.h"

#include <stdlib.h>

static int least(int a, int b, int c) {
  int m = a < b ? a : b;
  return m < c ? m : c;
}

static int distance(const char *a, int n, const char *b, int m, int *restrict d) {
  for (int j = 0; j <= m; j++)
    d[j] = j;
  for (int i = 1; i <= n; i++) {
    d[i * (m + 1)] = i;
    for (int j = 1; j <= m; j++)
      d[i * (m + 1) + j] = least(d[(i - 1) * (m + 1) + j] + 1, d[i * (m + 1) + j - 1] + 1,
                                 d[(i - 1) * (m + 1) + j - 1] + (a[i - 1] != b[j - 1]));
  }
  return d[n * (m + 1) + m];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4000, times = argc > 2 ? atoi(argv[2]) : 5;
  char *a = malloc((size_t)n), *b = malloc((size_t)n);
  int *d = calloc((size_t)(n + 1) * (size_t)(n + 1), sizeof *d);
  unsigned x = 1;
  for (int i = 0; i < n; i++) {
    a[i] = (char)('a' + (x = x * 1103515245 + 12345) / 65536 % 4);
    b[i] = (char)('a' + (x = x * 1103515245 + 12345) / 65536 % 4);
  }
  int sum = distance(a, n, b, n, d);
  const double begin = now();
  for (int t = 0; t < times; t++)
    sum += distance(a, n, b, n, d);
  tell(begin);
  printf("%d\n", sum);
  return 0;
}
