// PARALLEL: 5
// Dynamic programming over triangles, elimination without pivots, rows that lean, planes of a cube.
#include <stdio.h>
#include <string.h>

enum { N = 260, D = 40 };
static int best[N + 2][N + 2], size[N + 2];
static double a[N][N], cube[D][D][D + 20];
static long path[N][2 * N + 300];

/* The order of a product of matrices. */
static void chain(int n) {
  for (int i = n; i >= 1; i--) {
    best[i][i] = 0;
    for (int j = i + 1; j <= n; j++) {
      int least = 2147483647;
      for (int k = i; k < j; k++) {
        int cost = best[i][k] + best[k + 1][j] + size[i - 1] * size[k] % 1000 + size[j] % 7;
        if (cost < least)
          least = cost;
      }
      best[i][j] = least;
    }
  }
}

/* Lower triangle of Pascal's numbers, modulo a prime. */
static void pascal(int n) {
  for (int i = 1; i < n; i++) {
    path[i][0] = 1;
    for (int j = 1; j <= i; j++)
      path[i][j] = (path[i - 1][j - 1] + path[i - 1][j] + 3 * path[i][j - 1]) % 1000003;
  }
}

static void leaning(int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j < i + 250; j++)
      path[i][j] = (path[i][j] + path[i - 1][j + 1] * 5 + path[i - 1][j - 1] + path[i][j - 1]) % 1000033;
}

/* In place, backwards over the rows, each with what is below it. */
static void substitute(int n) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = i + 1; j < n - 1; j++)
      a[i][j] = a[i][j] * 0.5 - a[i + 1][j] * 0.25 - a[i + 1][j + 1] * 0.125 + a[i][j - 1];
}

/* Lower and upper triangular sweeps over planes. */
static void sweep(void) {
  for (int i = 1; i < D; i++)
    for (int j = 1; j < D; j++)
      for (int k = 1; k < D + 20; k++)
        cube[i][j][k] = cube[i][j][k] * 0.25 + cube[i - 1][j][k] * 0.25 + cube[i][j - 1][k] * 0.25 + cube[i][j][k - 1] * 0.25;
  for (int i = D - 2; i >= 0; i--)
    for (int j = D - 2; j >= 0; j--)
      for (int k = D + 18; k >= 0; k--)
        cube[i][j][k] = cube[i][j][k] * 0.25 + cube[i + 1][j][k] * 0.25 + cube[i][j + 1][k] * 0.25 + cube[i][j][k + 1] * 0.25;
}

int main(void) {
  static const int sizes[] = {N, 1, 2, 0, 77, 200};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    for (int i = 0; i <= N; i++)
      size[i] = 5 + i * 37 % 91;
    memset(best, 0, sizeof best);
    chain(n);
    long sum = 0;
    for (int i = 0; i <= N + 1; i++)
      for (int j = 0; j <= N + 1; j++)
        sum = (sum * 31 + best[i][j]) % 1000000007;
    memset(path, 0, sizeof path);
    path[0][0] = 1;
    pascal(n);
    leaning(n);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < 2 * N + 300; j++)
        sum = (sum * 31 + path[i][j]) % 1000000007;
    printf("%ld\n", sum);
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 7 + j * 13) % 101;
  substitute(N);
  double total = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      total = total * 0.5 + a[i][j];
  for (int i = 0; i < D; i++)
    for (int j = 0; j < D; j++)
      for (int k = 0; k < D + 20; k++)
        cube[i][j][k] = (i * 3 + j * 5 + k * 7) % 17;
  sweep();
  for (int i = 0; i < D; i++)
    for (int j = 0; j < D; j++)
      for (int k = 0; k < D + 20; k++)
        total = total * 0.75 + cube[i][j][k];
  printf("%a\n", total);
  return 0;
}
