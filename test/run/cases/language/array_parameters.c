/* Array parameters whose length is a variable, which are pointers: the frame and the tasks declare them as such. */
#include <stdio.h>
enum { N = 300 };
static int a[N], b[N], table[N][4];

static void add(int n, int x[n], const int y[restrict n]) {
  for (int i = 0; i < n; i++)
    x[i] = y[i] + x[i];
}

static void scale(int n, int m, int rows[n][m], int factors[static const n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      rows[i][j] = rows[i][j] * factors[i] + j;
}

static int sum(int n, int x[const n]) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}

static void each(int n, int *x[n], int last) {
  for (int i = 0; i < n; i++)
    *x[i] += last;
}

int main(void) {
  int *places[N];
  for (int i = 0; i < N; i++) {
    a[i] = i;
    b[i] = i * 3 % 7;
    table[i][1] = i;
    places[i] = &a[N - 1 - i];
  }
  add(N, a, b);
  scale(N, 4, table, b);
  each(N, places, 5);
  printf("%d %d %d %d\n", sum(N, a), sum(4, table[0]), a[7], table[9][1]);
  return 0;
}
