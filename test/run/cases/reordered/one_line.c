// FLAGS: -O1 -mfma
// COMPILER: gcc
// PARALLEL: 1
// A product that is stored, on the line of a sum of products: what the compiler fuses is known by lines.
#include <stdio.h>

enum { N = 67 };
static double a[N][N], b[N][N], c[N][N];

__attribute__((noinline)) static void multiply(int n, double alpha, double beta) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { c[i][j] *= beta; for (int k = 0; k < n; k++) c[i][j] += alpha * a[i][k] * b[k][j]; }
}

int main(void) {
  const int sizes[] = {N, 1, 0, 2, 37};
  for (int s = 0; s < 5; s++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        a[i][j] = (i * 7 + j) % 13 / 3.0;
        b[i][j] = (i * 5 + j * 3) % 17 / 7.0;
        c[i][j] = i - j;
      }
    multiply(sizes[s], 1.1, 0.3);
    unsigned long hash = 1;
    for (unsigned e = 0; e < sizeof c; e++)
      hash = hash * 31 + ((const unsigned char *)c)[e];
    printf("%lu\n", hash);
  }
  return 0;
}
