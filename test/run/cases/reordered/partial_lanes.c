// PARALLEL: 1
// AGAIN: --tile=8
// Unrolled loops that do not have all of their iterations stand around the innermost loop, unless
// their bounds change with it.
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void multiply(int n, int m, double *c, const double *a,
                                               const double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < n; k++)
        c[i * (long)m + j] += a[i * (long)n + k] * b[k * (long)m + j];
}

/* A column of the result takes as many rows as its number says. */
__attribute__((noinline)) static void triangular(int n, double *c, const double *a,
                                                 const double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k <= j; k++)
        c[i * (long)n + j] += a[i * (long)n + k] * b[k * (long)n + j];
}

/* Unrolled iterations begin in the middle of a block. */
__attribute__((noinline)) static void upper(int n, int from, double *c, const double *a,
                                            const double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = i + from; k < n; k++)
        c[i * (long)n + j] += a[k * (long)n + i] * b[k * (long)n + j];
}

/* Weights of a size that is known at run time only. */
__attribute__((noinline)) static void filter(int n, int size, float *to, const float *from,
                                             const float *weight) {
  const int left = n - size + 1;
  for (int y = 0; y < left; y++)
    for (int x = 0; x < left; x++) {
      float sum = 0;
      for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
          sum += weight[i * (long)size + j] * from[(y + i) * (long)n + x + j];
      to[y * (long)left + x] = sum;
    }
}

static void *filled(int count, int salt, int isFloat) {
  void *data = malloc((count + 1) * sizeof(double));
  for (int i = 0; i < count; i++)
    if (isFloat)
      ((float *)data)[i] = (float)((i * 7 + salt) % 31) / 3;
    else
      ((double *)data)[i] = (double)((i * 5 + salt) % 29) / 7;
  return data;
}

static void print(const char *name, const void *data, int bytes) {
  unsigned long hash = 1;
  for (int i = 0; i < bytes; i++)
    hash = hash * 31 + ((const unsigned char *)data)[i];
  printf("%s %lu\n", name, hash);
}

static void all(int n, int m, int size) {
  double *a = filled(n * n, 1, 0), *b = filled(n * (n > m ? n : m), 2, 0),
         *c = filled(n * (n > m ? n : m), 3, 0);
  multiply(n, m, c, a, b);
  print("product", c, n * m * (int)sizeof *c);
  triangular(n, c, a, b);
  print("triangular", c, n * n * (int)sizeof *c);
  upper(n, 1 + size % 4, c, a, b);
  print("upper", c, n * n * (int)sizeof *c);
  float *image = filled(n * n, 4, 1), *weight = filled(size * size, 5, 1),
        *to = filled(n * n, 6, 1);
  filter(n, size, to, image, weight);
  print("filtered", to, n * n * (int)sizeof *to);
  triangular(n, c, c, b); // in place
  print("in place", c, n * n * (int)sizeof *c);
  free(a);
  free(b);
  free(c);
  free(image);
  free(weight);
  free(to);
}

int main(void) {
  for (int size = 1; size < 18; size++)
    all(36 + size, 37, size);
  all(40, 40, 8);
  all(39, 70, 15);
  all(64, 5, 3);
  all(35, 36, 1);
  all(4, 4, 2);
  all(1, 1, 1);
  all(0, 0, 0);
  return 0;
}
