// PARALLEL: 2
// AGAIN: --tile=8
// FLAGS: -O3
// Nests in one loop of the source, which are in tiles of it together: of odd sizes, with sizes known at run time, with variables
// that hand on sums, and near misses in which one iteration hands on to others.
#include <stdio.h>
#include <stdlib.h>

enum { N = 83, M = 61 };
static double a[M][N], q[M], s[N];

static void fill(void) {
  for (int i = 0; i < M; i++) {
    q[i] = 1.0 / (1 + i % 7);
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 7 + j * 5) % 13 - 6.5;
  }
  for (int j = 0; j < N; j++)
    s[j] = 0.25 * j;
}

__attribute__((noinline)) static void project(int rows, int from) {
  for (int j = from; j < N; j++) {
    for (int i = 0; i < rows; i++)
      s[j] += q[i] * a[i][j];
    for (int i = 0; i < rows; i++)
      a[i][j] -= q[i] * s[j] * 0.01;
  }
}

__attribute__((noinline)) static void center(double *cells, int rows, int columns) {
  for (int j = 0; j < columns; j++) {
    double sum = 0;
    for (int i = 0; i < rows; i++)
      sum += cells[i * columns + j];
    sum /= rows + 1;
    for (int i = 0; i < rows; i++)
      cells[i * columns + j] -= sum;
  }
}

/* The second nest has other rows than the first one, and is backwards. */
__attribute__((noinline)) static void others(int rows) {
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < rows; i++)
      s[j] += q[i] * a[i][j];
    for (int i = M - 1; i >= rows / 2; i--)
      a[i][j] = a[i][j] * 0.5 + s[j];
  }
}

/* Near misses. */
__attribute__((noinline)) static void before(int rows) {
  for (int j = 1; j < N; j++) {
    for (int i = 0; i < rows; i++)
      s[j] += q[i] * a[i][j];
    for (int i = 0; i < rows; i++)
      a[i][j] -= q[i] * s[j - 1] * 0.01;
  }
}

__attribute__((noinline)) static void behind(int rows) {
  for (int j = 0; j < N - 1; j++) {
    for (int i = 0; i < rows; i++)
      s[j] += q[i] * a[i][j];
    for (int i = 0; i < rows; i++)
      a[i][j + 1] -= q[i] * s[j] * 0.01;
  }
}

__attribute__((noinline)) static void later(int rows) {
  for (int j = 0; j < N - 1; j++) {
    for (int i = 0; i < rows; i++)
      s[j] += q[i] * a[i][j + 1];
    for (int i = 0; i < rows; i++)
      a[i][j] -= q[i] * s[j] * 0.01;
  }
}

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  static const int sizes[] = {0, 1, 7, 8, 9, 31, 32, 60, 61};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    fill();
    project(sizes[k], 0);
    project(sizes[k], 77);
    project(M, sizes[k]);
    show("projected", a, sizeof a);
    others(sizes[k]);
    show("others", a, sizeof a);
    before(sizes[k]);
    show("before", a, sizeof a);
    behind(sizes[k]);
    show("behind", a, sizeof a);
    later(sizes[k]);
    show("later", a, sizeof a);
    show("sums", s, sizeof s);
    const int columns = sizes[k] + 70;
    double *cells = malloc(sizeof *cells * 64 * columns);
    for (int i = 0; i < 64 * columns; i++)
      cells[i] = (i % 31) / 7.0;
    center(cells, sizes[k], columns);
    center(cells, 64, columns);
    show("centered", cells, sizeof *cells * 64 * columns);
    free(cells);
  }
}
