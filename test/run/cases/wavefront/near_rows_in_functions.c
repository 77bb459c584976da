// PARALLEL: 3
/* Functions that rows call, of which a copy is not that easily made. */
#include <stdio.h>
#include <string.h>

enum { N = 160, M = 2000 };
static int d[N][M], line[N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    line[i] = i * 5 % 13;
    for (int j = 0; j < M; j++)
      d[i][j] = (i * 31 + j * 7) % 101;
  }
}

static void show(void) {
  unsigned long sum = 0;
  for (int i = 0; i < N; i++) {
    sum = sum * 7 + (unsigned)line[i];
    for (int j = 0; j < M; j++)
      sum = sum * 31 + (unsigned)d[i][j];
  }
  printf("%lx\n", sum);
}

/* Of two loops that call it, only one has more behind the columns, which waits for the row before. */
static void row(int i, int n) {
  for (int j = 1; j < n; j++)
    d[i][j] = (d[i - 1][j + 1] * 3 + d[i][j - 1]) % 65537;
}
static void alone(void) {
  for (int i = 1; i < N; i++)
    row(i, M - 1);
}
static void with_more(void) {
  for (int i = 1; i < N; i++) {
    row(i, i & 1 ? 1 : M - 1);
    line[i] = line[i - 1] * 3 + d[i - 1][M - 2];
  }
}

/* An attribute counts the parameters. */
__attribute__((nonnull(2), noinline)) static void counted(int *opt, int (*m)[M], int i) {
  if (opt)
    opt[i] += i;
  for (int j = 1; j < M - 1; j++)
    m[i][j] = (m[i - 1][j + 1] * 3 + m[i][j - 1]) % 65537;
}
static void with_attribute(int *opt) {
  for (int i = 1; i < N; i++)
    counted(opt, d, i);
}

/* It would run at the start of the program. */
__attribute__((constructor)) static void first(void) {
  for (int j = 1; j < M - 1; j++)
    d[line[0] + 1][j] = (d[line[0]][j + 1] * 3 + d[line[0] + 1][j - 1]) % 65537;
}

/* The type of the counter has another meaning in the loop. */
typedef unsigned long size;
static void hidden(int i) {
  for (size size = 1; size < M - 1; size++)
    d[i][size] = (d[i - 1][size + 1] * 3 + d[i][size - 1]) % 65537;
}
static void with_hidden(void) {
  for (int i = 1; i < N; i++)
    hidden(i);
}

/* Its end is written in two characters; the sizes of its parameters say more than pointers do. */
static void digraphs(int m[static 3][M], int i) <%
  for (int j = 1; j < M - 1; j++)
    m[i][j] = (m[i - 1][j + 1] * 3 + m[i][j - 1]) % 65537;
  line<:i:>++;
%>
static void with_digraphs(void) {
  for (int i = 1; i < N; i++)
    digraphs(d, i);
}

/* The name of its type says `restrict`. */
typedef int *restrict only;
static void restricted(only now, const int *before) {
  for (int j = 1; j < M; j++)
    now[j] = (before[j] * 3 + before[0] + now[j - 1]) % 65537;
}
static void with_restricted(void) {
  for (int i = 1; i < N; i++) {
    d[i][0] = d[i - 1][0] * 3 % 101;
    restricted(d[i], d[i - 1]);
  }
}

int main(void) {
  for (int round = 0; round < 2; round++) {
    fill();
    alone();
    show();
    with_more();
    show();
    with_attribute(round ? line : NULL);
    first();
    show();
    with_hidden();
    show();
    with_digraphs();
    show();
    with_restricted();
    show();
  }
  return 0;
}
