/* Tables in which two cells come to hold one block, and pointers from before an exchange. */
#include <stdio.h>
#include <stdlib.h>

#define SIZE 64

/* Each use has its own tables, so that none spoils those of another. */
#define MAKE_ROWS(name) \
  static int **name(void) { \
    int **table = malloc(SIZE * sizeof *table); \
    if (!table) \
      abort(); \
    for (int i = 0; i < SIZE; i++) { \
      if (!(table[i] = malloc(SIZE * sizeof **table))) \
        abort(); \
      for (int j = 0; j < SIZE; j++) \
        table[i][j] = i * 5 + j; \
    } \
    return table; \
  }
MAKE_ROWS(rows_a)
MAKE_ROWS(rows_b)
MAKE_ROWS(rows_c)
MAKE_ROWS(rows_d)
MAKE_ROWS(rows_e)
MAKE_ROWS(rows_f)
MAKE_ROWS(rows_g)

static unsigned sum_of(int **table) {
  unsigned sum = 0;
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      sum = sum * 31u + (unsigned)table[i][j];
  return sum;
}

/* The row was row k before it went to p. */
static void old_row(int **a, int k, int p) {
  int *row = a[k];
  int *t = a[p];
  a[p] = a[k];
  a[k] = t;
  for (int i = k + 1; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      a[i][j] = (a[i][j] * 3 + row[j]) % 1000;
}

/* Rows move while the loop runs. */
static void moving(int **a) {
  for (int i = 0; i + 1 < SIZE; i++) {
    for (int j = 0; j < SIZE; j++)
      a[i][j] = (a[i][j] * 3 + a[i + 1][j]) % 1000;
    int *t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
}

static void move(int **a, int p, int k) {
  int *t = a[p];
  a[p] = a[k];
  a[k] = t;
}

static void moving_in_call(int **a) {
  for (int i = 0; i + 1 < SIZE; i++) {
    a[i][0] = a[i][0] * 3 + i;
    move(a, i, i + 1);
  }
}

/* Two rows are one. */
static void doubled(int **a, int p, int k) {
  a[p] = a[k];
  a[k] = a[p];
  for (int i = 0; i < SIZE; i++)
    a[i][1] = a[i][1] * 3 + i;
}

/* Only a part of an exchange happens. */
static void half(int **a, int p, int k) {
  int *t = a[p];
  a[p] = a[k];
  if (k & 1)
    a[k] = t;
  for (int i = 0; i < SIZE; i++)
    a[i][2] = a[i][2] * 3 + i;
}

static void look(int **a) {
  for (int i = 0; i < SIZE; i++)
    a[i][3] = a[i][3] * 3 + i;
}

/* Between its two stores, two rows are one. */
static void seen(int **a, int p, int k) {
  int *t = a[p];
  a[p] = a[k];
  look(a);
  a[k] = t;
}

/* What a row is exchanged with is in two cells. */
static void with_other(int **a) {
  int *same[2];
  same[0] = same[1] = malloc(SIZE * sizeof(int));
  if (!same[0])
    abort();
  for (int j = 0; j < SIZE; j++)
    same[0][j] = j;
  for (int i = 0; i < 2; i++) {
    int *t = a[i];
    a[i] = same[i];
    same[i] = t;
  }
  for (int i = 0; i < SIZE; i++)
    a[i][4] = a[i][4] * 3 + i;
}

static void variables(int which) {
  static int x[SIZE], y[SIZE];
  int *table[4] = {x, y, x, y + 1}, *fixed[2];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < SIZE - 1; j++)
      table[i][j] = table[i][j] * 3 + i;
  for (int i = 0; i < 2; i++)
    fixed[i] = which ? x : y;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < SIZE - 1; j++)
      fixed[i][j] = fixed[i][j] * 3 + j;
  printf("%d %d\n", x[5], y[5]);
}

/* Each activation has its own table, all of one variable. */
static void nested(int depth, int **outer) {
  static int x[SIZE], y[SIZE];
  int *table[2] = {x, y}, *both[2];
  if (depth == 0) {
    for (int i = 0; i < SIZE; i++) {
      outer[0][i] = i;
      table[0][i] += outer[0][i] * 3;
    }
    printf("%d\n", x[3]);
    return;
  }
  both[0] = table[0];
  both[1] = table[1];
  nested(depth - 1, depth & 1 ? table : both);
}

int main(void) {
  int **a = rows_a(), **b = rows_b(), **c = rows_c(), **d = rows_d(), **e = rows_e(), **f = rows_f(), **g = rows_g();
  int *start[2] = {NULL, NULL};
  old_row(a, 3, 40);
  moving(b);
  moving_in_call(c);
  doubled(d, 5, 59); /* far from each other: in other parts of the loop */
  half(e, 5, 58);
  seen(f, 5, 58);
  with_other(g);
  printf("%u %u %u %u %u %u %u\n", sum_of(a), sum_of(b), sum_of(c), sum_of(d), sum_of(e), sum_of(f), sum_of(g));
  variables(1);
  nested(3, start);
  return 0;
}
