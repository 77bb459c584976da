// PARALLEL: 0
// AGAIN: --tile=8
// Lines of an array that each iteration of a loop sets anew: with a begin from in front of the nest, also downwards, for several
// loops, and for sizes known at run time. What the array has in the end is what the last line has left in it.
#include <stddef.h>
#include <stdio.h>

enum { N = 211 };
static double a[N][N], b[N][N], d[N + 2];
static int words[N][N], sums[N][N], line[N];

struct solver {
  int size;
  double *d, *c;
};

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 1.0 / (1 + i * 3 + j);
      b[i][j] = (i * 7 + j * 5) % 13 - 6.5;
      words[i][j] = (i * 31 + j * 17) % 101 - 50;
      sums[i][j] = i - j;
    }
  for (int i = 0; i < N + 2; i++)
    d[i] = 0.75 * i + 0.1;
  for (int i = 0; i < N; i++)
    line[i] = i * i;
}

__attribute__((noinline)) static void fixed(void) {
  for (int j = 0; j < N; j++) {
    for (int i = 1; i < N; i++)
      d[i] = a[i][j] + 0.5 * d[i - 1];
    for (int i = N - 2; i >= 0; i--)
      b[i][j] = d[i] + 0.25 * b[i + 1][j];
  }
}

/* Two elements of each line are from in front of the nest. */
__attribute__((noinline)) static void down(int rows, int columns) {
  for (int j = 1; j < columns; j++) {
    for (int i = rows - 1; i >= 0; i--)
      d[i] = a[i][j] + 0.5 * d[i + 1] - 0.25 * d[i + 2];
    for (int i = 0; i < rows; i++)
      b[i][j] -= d[i] * 0.125;
  }
}

__attribute__((noinline)) static void begun(int rows, int columns) {
  for (int j = 0; j < columns; j++) {
    line[0] = words[0][j];
    for (int i = 1; i < rows; i++)
      line[i] = (words[i][j] + 3 * line[i - 1]) & 1023;
    for (int i = rows - 1; i > 0; i--)
      sums[i][j] = (line[i] + sums[i - 1][j]) & 1023;
  }
}

/* The lines of a later loop are shorter: some elements have what an earlier one has left. */
__attribute__((noinline)) static void both(int rows, int columns, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < columns; j++) {
      for (int i = 1; i < rows; i++)
        d[i] = a[i][j] + 0.5 * d[i - 1];
      for (int i = rows - 1; i > 0; i--)
        b[i][j] = d[i] + 0.25 * b[i - 1][j];
    }
    for (int i = 0; i < rows; i++) {
      for (int j = 1; j < columns; j++)
        d[j] = b[i][j] + 0.5 * d[j - 1];
      for (int j = columns - 1; j > 0; j--)
        a[i][j] = d[j] + 0.25 * a[i][j - 1];
    }
  }
}

/* The line may be a part of the matrices. */
static void solve(struct solver *s, double *to, const double *from, ptrdiff_t along, ptrdiff_t across) {
  for (int i = 1; i < s->size - 1; i++) {
    const double *p = from + i * along;
    s->d[i] = (p[-across] + *p + p[across]) + 0.5 * s->d[i - 1];
  }
  for (int i = s->size - 2; i > 0; i--)
    to[i * along] = s->d[i] * 0.25 + s->c[i] * to[(i + 1) * along];
}

__attribute__((noinline)) static void solveAll(struct solver *s, double *u, double *v, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      solve(s, v + j, u + j, n, 1);
    for (int i = 1; i < n - 1; i++)
      solve(s, u + (size_t)i * n, v + (size_t)i * n, 1, n);
  }
}

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 8, 33, 160, 210, 211};
  static double c[N];
  fill();
  fixed();
  show("fixed", b, sizeof b);
  show("d", d, sizeof d);
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    down(n, N);
    down(N, n);
    begun(n, N);
    begun(N, n);
    show("line", line, sizeof line);
    both(n, n, 3);
    show("d", d, sizeof d);
    fill();
    both(n, N, 1);
    both(N, n, 2);
    show("d", d, sizeof d);
    for (int i = 0; i < N; i++)
      c[i] = 0.5 / (i + 1);
    struct solver solver = {n, d, c};
    solveAll(&solver, &a[0][0], &b[0][0], N, 3);
    solver.size = N;
    solveAll(&solver, &a[0][0], &b[0][0], n, 2);
    show("d", d, sizeof d);
    solver.d = &b[3][5];
    solveAll(&solver, &a[0][0], &b[0][0], N - 8, 1);
    solver.d = c;
    solveAll(&solver, &a[0][0], &b[0][0], N, 1);
    show("c", c, sizeof c);
  }
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("sums", sums, sizeof sums);
  return 0;
}
