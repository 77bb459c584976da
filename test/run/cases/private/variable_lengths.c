/* PARALLEL: 8 */
/* Arrays whose lengths are computed at run time: parameters, locals, pointers to rows, lengths that change afterwards. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, int m, long c[n][n], const int a[n][m], const int b[m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      long sum = 0;
      for (int k = 0; k < m; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
static void smooth(int h, int w, float to[restrict h][w], float from[restrict h][w]) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      to[y][x] = (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1]) / 4;
}
/* The row has the length that n had. */
static long shrunk(int n, int (*rows)[n], int count) {
  long sum = 0;
  n /= 2;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < n; k++)
      rows[i][k] += i * 3 + k;
  for (int i = 0; i < count; i++)
    sum += (*(rows + i))[n - 1] + (int)(sizeof *rows / sizeof **rows);
  return sum;
}
static long local(int n) {
  int square[n][n], cube[3][n][2];
  long sum = 0;
  for (int i = 0; i < n; i++) {
    int row[n];
    for (int k = 0; k < n; k++)
      row[k] = i ^ k;
    for (int k = 0; k < n; k++)
      square[i][k] = row[n - 1 - k];
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      cube[k][i][0] = square[i][k], cube[k][i][1] = i - k;
  for (int i = 0; i < n; i++)
    sum += square[i][n - 1 - i] * cube[i % 3][i][1] + cube[1][i][0];
  return sum;
}
static long differed(int n, int (*first)[n], int (*last)[n]) {
  long count = last - first;
  for (long i = 0; i < count; i++)
    first[i][0] = (int)i * 7;
  return count * first[count - 1][0];
}

int main(void) {
  int n = 60, m = 45;
  int (*a)[m] = malloc(n * sizeof *a), (*b)[n] = malloc(m * sizeof *b);
  long (*c)[n] = malloc(n * sizeof *c);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      a[i][k] = i * k % 19, b[k][i] = i - k;
  multiply(n, m, c, a, b);
  static float f[50][70], g[50][70];
  for (int y = 0; y < 50; y++)
    for (int x = 0; x < 70; x++)
      f[y][x] = (float)(x * y % 31);
  smooth(50, 70, g, f);
  smooth(50, 70, f, g);
  long s = shrunk(m, a, n) + 3 * local(70) + 5 * differed(n, b, b + m);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      s = s * 31 % 1000003 + c[i][k] + a[i][k] + b[k][i];
  printf("%ld %.9g %.9g\n", s, f[20][30], g[48][68]);
  free(a);
  free(b);
  free(c);
  return 0;
}
