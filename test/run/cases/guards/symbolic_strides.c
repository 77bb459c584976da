/* PARALLEL: 4 */
/* Matrices in one block, with rows of a length that only the run knows. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int width, height; unsigned char *pixels; } image;

static double *matrix, *other, *result;
static int *volume;

static void multiply(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += matrix[i * n + k] * other[k * n + j];
      result[i * n + j] = sum;
    }
}

static void columns(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      result[j * n + i] += result[(j - 1) * n + i] * 0.5;
}

static void eliminate(int n) {
  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n; j++) {
      double factor = matrix[j * n + i] / matrix[i * n + i];
      for (int k = i; k < n; k++)
        matrix[j * n + k] -= factor * matrix[i * n + k];
    }
}

static void deep(int nx, int ny, int nz) {
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      for (int k = 1; k < nz; k++)
        volume[(i * ny + j) * nz + k] += volume[(i * ny + j) * nz + k - 1] / 3 + i * j;
}

static void grey(const image *in) {
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++) {
      unsigned char *p = in->pixels + ((size_t)y * in->width + x) * 3;
      p[0] = p[1] = p[2] = (unsigned char)((p[0] * 3 + p[1] * 6 + p[2]) / 10);
    }
}

static void normalise(double *row, int n) {
  double most = row[0];
  for (int i = 1; i < n; i++)
    most = row[i] > most ? row[i] : most;
  for (int i = 0; i < n; i++)
    row[i] /= most + 1;
}

static void rows(int n) {
  for (int i = 0; i < n; i++)
    normalise(result + i * n, n);
}

int main(int argc, char **argv) {
  int n = 60 + argc - 1;
  image in = {n, n / 2, malloc((size_t)n * n * 3)};
  (void)argv;
  matrix = malloc((size_t)n * n * sizeof *matrix);
  other = malloc((size_t)n * n * sizeof *other);
  result = calloc((size_t)n * n, sizeof *result);
  volume = calloc((size_t)n * n, sizeof *volume);
  if (!in.pixels || !matrix || !other || !result || !volume)
    return 1;
  for (int i = 0; i < n * n; i++) {
    matrix[i] = i % 7 + (i % (n + 1) == 0 ? 100 : 0);
    other[i] = i % 5 * 0.25;
    for (int c = 0; c < 3; c++)
      in.pixels[i * 3 + c] = (unsigned char)(i * (c + 1));
  }
  eliminate(n);
  multiply(n);
  columns(n);
  rows(n);
  deep(4, n / 4, n + (result[7] > 1e300));
  in.width -= volume[9] > 1 << 30;
  grey(&in);
  double sum = 0;
  unsigned h = 1;
  for (int i = 0; i < n * n; i++) {
    sum += matrix[i] + result[i] * (i % 11);
    h = h * 31u + in.pixels[i * 3] + (unsigned)volume[i];
  }
  printf("%.17g %u\n", sum, h);
  return 0;
}
