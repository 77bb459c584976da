// PARALLEL: 4
// Edit distance in a matrix, in one row that is used again, in two rows; the longest common subsequence.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1500 };
static int d[N + 1][N + 1];
static unsigned short lcs[N + 1][N + 1];
static int line[N + 1];

static int least(int a, int b, int c) {
  int m = a < b ? a : b;
  return m < c ? m : c;
}

static int matrix(const char *a, int n, const char *b, int m) {
  for (int j = 0; j <= m; j++)
    d[0][j] = j;
  for (int i = 1; i <= n; i++) {
    d[i][0] = i;
    for (int j = 1; j <= m; j++)
      d[i][j] = least(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
  }
  return d[n][m];
}

static int oneRow(const char *a, int n, const char *b, int m) {
  for (int j = 0; j <= m; j++)
    line[j] = j;
  for (int i = 1; i <= n; i++) {
    int diagonal = line[0];
    line[0] = i;
    for (int j = 1; j <= m; j++) {
      int above = line[j];
      line[j] = least(above + 1, line[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
      diagonal = above;
    }
  }
  return line[m];
}

static size_t common(const char *a, size_t n, const char *b, size_t m) {
  for (size_t i = 1; i <= n; i++) {
    lcs[i][0] = 0;
    for (size_t j = 1; j <= m; j++)
      if (a[i - 1] == b[j - 1])
        lcs[i][j] = (unsigned short)(lcs[i - 1][j - 1] + 1);
      else
        lcs[i][j] = lcs[i - 1][j] > lcs[i][j - 1] ? lcs[i - 1][j] : lcs[i][j - 1];
  }
  return lcs[n][m];
}

/* Score of the best local alignment, which is kept on the way. */
static int local(const char *a, int n, const char *b, int m, int *h) {
  int best = 0;
  memset(h, 0, (size_t)(n + 1) * (m + 1) * sizeof *h);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int s = h[(i - 1) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
      if (h[(i - 1) * (m + 1) + j] - 1 > s)
        s = h[(i - 1) * (m + 1) + j] - 1;
      if (h[i * (m + 1) + j - 1] - 1 > s)
        s = h[i * (m + 1) + j - 1] - 1;
      if (s < 0)
        s = 0;
      h[i * (m + 1) + j] = s;
      if (s > best)
        best = s;
    }
  return best;
}

int main(void) {
  static char a[N + 1], b[N + 1];
  int *h = malloc(sizeof *h * (N + 1) * (N + 1));
  unsigned x = 1;
  for (int i = 0; i < N; i++) {
    a[i] = (char)('a' + (x = x * 1103515245 + 12345) / 65536 % 4);
    b[i] = (char)('a' + (x = x * 1103515245 + 12345) / 65536 % 4);
  }
  static const int sizes[][2] = {{N, N}, {N, 1}, {1, N}, {0, N}, {N, 0}, {0, 0}, {1, 1}, {700, 1300}};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    printf("%d ", matrix(a, n, b, m));
    printf("%d ", oneRow(a, n, b, m));
    printf("%zu ", common(a, n, b, m));
    printf("%d\n", local(a, n, b, m, h));
  }
  free(h);
  return 0;
}
