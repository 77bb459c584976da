/* PARALLEL: 1
   A statement that a macro makes has no text of its own: the macro's text is the whole nest, or more than that. */
#include <stdio.h>

enum { N = 60 };

#define FILL for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) p[w * i + j] = p[w * i + j] % 1009 + i + j
#define COUNT_AND_FILL calls++; for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) table[j][i] += i + 2 * j
#define ROW(i) for (int j = 0; j < N; j++) table[j][i] = table[j][i] % 997 + j
#define EACH(i, statement) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) statement
#define ADD(to, what) to += what
#define AT(x, y) table[y][x]

static int table[N][N], memory[N * N], calls;

static void fill(int *p, int n, int m, int w) {
  if (n <= w)
    FILL;
}

static void count_and_fill(void) { COUNT_AND_FILL; }

static void rows(void) {
  for (int i = 0; i < N; i++)
    ROW(i);
}

static void each(void) { EACH(i, table[j][i] += i * j); }

static void statements(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      ADD(table[j][i], i);
      AT(i, j) += j;
    }
}

static void show(const char *what) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 31 + (unsigned)table[i][j] + 7u * (unsigned)memory[i * N + j];
  printf("%s %u %d\n", what, sum, calls);
}

int main(void) {
  for (int i = 0; i < N * N; i++)
    memory[i] = i;
  fill(memory, N - 3, N, N);
  show("fill");
  count_and_fill();
  show("count");
  rows();
  show("rows");
  each();
  show("each");
  statements();
  show("statements");
  return 0;
}
