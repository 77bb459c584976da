/* PARALLEL: 3 */
// A variable whose address was taken goes into a layer as a value when nothing in the layer writes
// it, and as itself when something may, be it by another name.
#include <stdio.h>
#include <stdlib.h>

static double *row;

static void get(void **block, size_t bytes) {
  *block = malloc(bytes);
  if (*block == NULL)
    exit(1);
}

static double scale(int n, int seed) {
  double *work = NULL, sum = 0;
  get((void **)&work, (size_t)n * sizeof *work);
  for (int i = 0; i < n; i++)
    work[i] = row[i] * seed + i;
  for (int i = 0; i < n; i++)
    sum += work[i];
  free(work);
  return sum;
}

/* `level` is written by the first task under another name, and read by the third. */
static int levels(int *a, int *b, int *c, int n) {
  int level = 1, *also = &level;
  for (int i = 1; i < n; i++) {
    a[i] = (a[i - 1] * 3 + i) % 1001;
    *also = a[i] + level;
  }
  for (int j = 0; j < 3; j++)
    for (int i = 1; i < n; i++)
      b[i] = (b[i - 1] * 5 + i) % 1003;
  for (int i = 1; i < n; i++)
    c[i] = (c[i - 1] * 7 + level) % 1007;
  return level;
}

int main(void) {
  enum { N = 30000 };
  static int a[N], b[N], c[N];
  row = malloc(N * sizeof *row);
  if (row == NULL)
    return 1;
  for (int i = 0; i < N; i++)
    row[i] = i % 17;
  double sum = scale(N, 3) + scale(N / 2, 5);
  int level = levels(a, b, c, N);
  for (int i = 0; i < N; i++)
    sum += a[i] + 2.0 * b[i] + 3.0 * c[i];
  printf("%.17g %d\n", sum, level);
  free(row);
  return 0;
}
