/* PARALLEL: 2 */
/* Tiles of arrays, with widths that only the run knows: also ones that are larger than the array, or of one column. */
#include <stdio.h>

enum { N = 160 };
static int to[N][N], from[N][N];

static void turned(int n, int tile) {
  for (int r = 0; r < n; r += tile)
    for (int c = 0; c < n; c += tile) {
      int bottom = r + tile < n ? r + tile : n;
      int right = c + tile < n ? c + tile : n;
      for (int i = r; i < bottom; i++)
        for (int j = c; j < right; j++)
          to[i][j] = to[i][j] * 3 + from[j][i];
    }
}

static void columns(int n, int m, int tile) {
  for (int c = 0; c < m; c += tile) {
    int right = c + tile < m ? c + tile : m;
    for (int i = 1; i < n; i++)
      for (int j = c; j < right; j++)
        to[i][j] = (to[i][j] + to[i - 1][j] * 5) & 0xffff;
  }
}

int main(void) {
  static const int widths[] = {1, 7, 16, 159, 160, 1000};
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      from[i][j] = i * 31 + j * 17;
  for (int k = 0; k < 6; k++) {
    columns(N, N - k, widths[k]);
    turned(N - k, widths[k]);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        sum = sum * 31u + (unsigned)(to[i][j] &= 0xffff);
  }
  printf("%u\n", sum);
  return 0;
}
