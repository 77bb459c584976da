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
  unsigned long hash = 1;
  for (size_t i = 0; i < sizeof memory; i++)
    hash = hash * 31 + ((const unsigned char *)memory)[i];
  printf("%s %lu %d\n", name, hash, width);
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

/* It returns a bit-field, whose promotion is not that of the returned number. */
struct bits {
  unsigned low : 3;
};

static unsigned low_of(const struct bits *b, const double *x, int n) {
  int large = 0;
  for (int i = 0; i < n; i++)
    large += x[i * N] > 5;
  return b[large].low;
}

__attribute__((noinline)) static void low_bits(double *to, const double *from, const struct bits *b) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[i * N + j] = low_of(b, from + j, i) - 5 > 0;
}

__attribute__((noinline)) static void low_repeated(double *to, const struct bits *b) {
  for (int i = 0; i < N; i++) {
    unsigned low = b[i].low;
    for (int j = 0; j < N; j++)
      to[j * N + i] += low - 5 > 0;
  }
}

/* What the variable reads is not among the elements of its array that are named otherwise. */
__attribute__((noinline)) static void behind_others(double *to, int *set, const int *from, int n) {
  for (int i = 0; i < n; i++) {
    int more = from[i + n];
    for (int j = 0; j < n; j++) {
      to[j * N + i] += more + from[j];
      set[i] = set[i] * 5 % 7 + j;
    }
  }
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
  static struct bits bits[N];
  for (int i = 0; i < N; i++)
    bits[i].low = i;
  low_bits(memory[2], memory[0], bits);
  show("low_bits");
  low_repeated(memory[1], bits);
  show("low_repeated");
  static int numbers[2 * N];
  for (int i = 0; i < 2 * N; i++)
    numbers[i] = i % 11;
  behind_others(memory[0], numbers + N, numbers, N);
  show("behind_others");
  printf("%d %d\n", behind(memory[2], memory[1], N), behind(memory[2], memory[1], 0));
  show("behind");
}
