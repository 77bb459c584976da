// What may be null or a pointer is that pointer where something is accessed through it. Where it is tested, or its address is compared, it may be null.
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 };
static int option = 3, b[N];
static unsigned shared, other, third;
struct table {
  int count;
  double *row;
};

static int step(const int *p, int i) {
  if (p == NULL) {
    shared = shared * 3 + i;
    return shared & 7;
  }
  return *p + i;
}

__attribute__((noinline)) static void chosen(int n, int is_set) {
  const int *p = is_set ? &option : NULL;
  for (int i = 0; i < n; i++)
    b[i] = step(p, i);
}

static int step_other(const int *p, int i) {
  if (!p) {
    other = other * 3 + i;
    return other & 7;
  }
  return *p + i;
}

__attribute__((noinline)) static void joined(int n, int is_set) {
  const int *p = NULL;
  if (is_set)
    p = &option;
  for (int i = 0; i < n; i++)
    b[i] += step_other(p, i);
}

/* The same for a pointer from memory, which a condition in front of the loop might test. */
__attribute__((noinline)) static void loaded(int **from, int n, int is_set) {
  const int *p = is_set ? *from : NULL;
  for (int i = 0; i < n; i++)
    if (p == NULL)
      third = third * 3 + i;
    else
      b[i] += i;
}

/* The guard compares what the loop accesses: the row, and not `word`. */
__attribute__((noinline)) static double moved(struct table *a, double *to, int n, int is_set) {
  double *const word = is_set ? a->row : NULL;
  double front = is_set ? word[1] : 0;
  for (int i = 0; i < n; i++)
    to[i] = a->row[i + 1] * 0.5 + i % 7;
  return front;
}

static double *row_of(struct table *a, int is_set) { return is_set ? a->row : NULL; }

__attribute__((noinline)) static double moved_by_function(struct table *a, double *to, int n, int is_set) {
  double *word = row_of(a, is_set);
  double front = is_set ? word[1] : 0;
  for (int i = 0; i < n; i++)
    to[i] = a->row[i + 1] * 0.5 + i % 7;
  return front;
}

/* Nor is it a guard's address: the function may be asked for nothing, with a table that is not there. */
__attribute__((noinline)) static void rows(struct table *a, double **to, int n, int m, int is_set) {
  double *const word = is_set ? a->row : NULL;
  if (is_set)
    to[0][0] = word[0];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i][j] += a->row[i + j] * 0.5;
}

static double x[2 * N], y[40][40], *table[40];

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 2 * N; i++)
    x[i] = i;
  for (int i = 0; i < 40; i++)
    table[i] = y[i];
  struct table t = {1, x};
  int *pointer = &option;
  const int is_set = argc > 5;
  chosen(N, is_set);
  joined(N, is_set);
  loaded(&pointer, N, is_set);
  loaded(&pointer, N, !is_set);
  double front = moved(&t, x, N, is_set);
  front += moved(&t, x + 3, N, is_set);
  front += moved_by_function(&t, x, N, is_set);
  front += moved_by_function(&t, x + 3, N, is_set);
  front += moved(&t, x + 3, N, !is_set);
  rows(&t, table, 40, 39, is_set);
  unsigned hash = 1;
  for (int i = 0; i < N; i++)
    hash = hash * 31 + b[i];
  printf("%u %u %u %u\n", hash, shared, other, third);
  for (int i = 0; i < 2 * N; i++)
    front = front * 0.75 + x[i];
  for (int i = 0; i < 1600; i++)
    front = front * 0.75 + y[i / 40][i % 40];
  printf("%.17g\n", front);
  for (int i = 0; i < 2 * N; i += 97)
    printf("%.9g ", x[i]);
  return 0;
}
