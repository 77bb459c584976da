// PARALLEL: 0
// AGAIN: --tile=4
// Calls of functions with loops that do not mean the same anywhere else, or whose arguments change while they run.
#include <stdio.h>
#include <string.h>

enum { N = 41 };
struct matrix {
  int rows, cols;
  double *data;
};
static double memory[3][N * N];
static int width = 5;

static double *row_of(const struct matrix *m, int i) { return m->data + i * m->cols; }

static void show(const char *name) {
  double all = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < N * N; i++)
      all = all * 0.875 + memory[k][i];
  printf("%s %a %d\n", name, all, width);
}

/* It changes the size that the caller hands on. */
static double shrink(struct matrix *m, const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  m->cols = N - (int)sum % 2;
  return sum;
}

__attribute__((noinline)) static void shrinking(struct matrix *m, double *out) {
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < 3; j++)
      out[i * 3 + j] = shrink(m, row_of(m, i), m->cols - 1);
}

/* A pointer of an iteration that is set again. */
__attribute__((noinline)) static void moved(double *to, double *from) {
  for (int i = 0; i < N; i++) {
    double *row = to + i * N;
    row[0] = 1;
    row = from + i * N;
    for (int j = 0; j < N; j++)
      row[j] += 2;
  }
}

/* What the variable reads is written in between. */
__attribute__((noinline)) static void overwritten(double *to, int *places) {
  for (int i = 0; i < N; i++) {
    int place = places[i];
    for (int j = 0; j < N - 1; j++) {
      to[place * N + j] += j;
      places[i] = (place + j) % N;
    }
  }
}

/* The function assigns to its parameter. */
static void counted_down(double *x, int n) {
  for (int i = 0; i < N; i++)
    x[i] += n--;
}

__attribute__((noinline)) static void counting(double *to) {
  for (int i = 0; i < N; i++)
    for (int n = 0; n < 3; n++)
      counted_down(to + i * N, n);
}

/* Only evaluated under a condition. */
static double total(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

__attribute__((noinline)) static void some(double *to, const double *from) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[i * N + j] = j > i ? total(from + i * N, j) : 1;
}

/* The function writes what the rest of the statement reads. */
static double reset(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i];
    x[i] = i;
  }
  return sum;
}

__attribute__((noinline)) static void resetting(double *to, double *from) {
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++) {
      double first = reset(from + i * N, j);
      to[i * N + j] = first + reset(from + i * N, N);
    }
}

/* It names a variable of the file, which another one hides here. */
static double narrow(const double *x) {
  double sum = 0;
  for (int i = 0; i < width; i++)
    sum += x[i];
  return sum;
}

__attribute__((noinline)) static void hidden(double *to, const double *from) {
  for (int width = 7; width < N; width++)
    for (int j = 0; j < N; j++)
      to[width * N + j] += narrow(from + j * N);
}

/* It returns early. */
static double until(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      return x[i];
  return 0;
}

__attribute__((noinline)) static void early(double *to, const double *from) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[i * N + j] += until(from + j * N, i);
}

/* It keeps a number from call to call. */
static double numbered(const double *x, int n) {
  static int calls;
  double sum = ++calls;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

__attribute__((noinline)) static void numbering(double *to, const double *from) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[i * N + j] += numbered(from + j * N, i);
}

/* The counter is needed behind the loop. */
__attribute__((noinline)) static int behind(double *to, const double *from, int n) {
  int j;
  for (j = 0; j < n; j++)
    to[j] += total(from + j * N, j);
  return j;
}

int main(void) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < N * N; i++)
      memory[k][i] = (i * 7 + k * 5) % 23 / 4.0;
  struct matrix m = {N, N, memory[0]};
  shrinking(&m, memory[1]);
  show("shrinking");
  moved(memory[0], memory[1]);
  show("moved");
  static int places[N];
  for (int i = 0; i < N; i++)
    places[i] = i * 3 % N;
  overwritten(memory[2], places);
  show("overwritten");
  counting(memory[1]);
  show("counting");
  some(memory[0], memory[1]);
  show("some");
  resetting(memory[1], memory[2]);
  show("resetting");
  hidden(memory[0], memory[2]);
  show("hidden");
  early(memory[1], memory[0]);
  show("early");
  numbering(memory[1], memory[0]);
  show("numbering");
  printf("%d %d\n", behind(memory[2], memory[1], N), behind(memory[2], memory[1], 0));
  show("behind");
}
