// All of a matrix is reached by the address of its first number, or of its first row, or from another one on: a statement
// that uses it so depends on all that use the matrix.
#include <stdio.h>

enum { N = 67 };
static double a[N][N], b[N][N];
static struct {
  int before[4];
  double m[3][N][N];
  int behind[4];
} s;

__attribute__((noinline)) static void rows(double *to, double *from, int steps, int n, int width) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 0; j < width; j++)
        to[i * width + j] = from[(i - 1) * width + j] + from[(i + 1) * width + j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 0; j < width; j++)
        from[i * width + j] = 0.5 * to[i * width + j];
  }
}

static void scale(double *p, int n, double by) {
  for (int i = 0; i < n; i++)
    p[i] = p[i] * by + i * 0.125;
}

static void show(const void *p, size_t size) {
  unsigned h = 1;
  for (size_t i = 0; i < size; i++)
    h = h * 31 + ((const unsigned char *)p)[i];
  printf("%u\n", h);
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = b[i][j] = (i * 31 + j * 17) % 101 / 8.0 + (i == j) * 100;
      for (int k = 0; k < 3; k++)
        s.m[k][i][j] = (i + j * k) % 7;
    }
  rows(&a[0][0], &b[0][0], 9, N, N);
  show(a, sizeof a);
  show(b, sizeof b);
  rows(&a[0][0], &a[3][0], 9, N - 3, N);
  show(a, sizeof a);
  scale(a[0], N * N, 0.5);
  scale(*b, N * N, 0.25);
  show(a, sizeof a);
  show(b, sizeof b);
  scale(&s.m[0][0][0], 3 * N * N, 0.5);
  show(&s, sizeof s);
  scale(s.m[0][0], 2 * N * N, 0.75);
  scale(&s.m[1][2][3], N * N, 0.75);
  scale(s.m[2][0], N * N, 1.5);
  show(s.m, sizeof s.m);
}
