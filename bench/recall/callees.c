/* Loops that call: functions that compute, that write through pointers, that recurse, that keep state. */
#include <string.h>

#include "suite.h"

enum { SIZE = 400, WIDTH = 16 };

typedef double (*formula)(double);
typedef void (*visitor)(int, void *);

struct accumulator {
  double total;
  int count;
};

static double x[SIZE], y[SIZE], table[SIZE][WIDTH];
static int a[SIZE], b[SIZE], memo[SIZE];
static int calls, last_seen;
static struct accumulator overall;

static double square(double v) { return v * v; }
static double half(double v) { return v / 2; }

static void apply(formula f, int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] = f(x[i]);
}

static void choose_formula(int n) {
  static const formula formulas[2] = {square, half};
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] += formulas[i & 1](x[i]);
}

static void set(double *to, double value) { *to = value + 1; }

static void through_pointer(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    set(&y[i], x[i]);
}

static void fill_row(double *row, int width, double first) {
  /* parallel */
  for (int i = 0; i < width; i++)
    row[i] = first + i * 5 % 7;
}

static void fill_rows(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    fill_row(table[i], WIDTH, x[i]);
}

static double row_sum(const double *row, int width) {
  double sum = 0;
  /* parallel: reduction(sum) */
  for (int i = 0; i < width; i++)
    sum += row[i];
  return sum;
}

static void sum_rows(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] = row_sum(table[i], WIDTH);
}

static void min_and_max(const double *row, double *low, double *high) {
  *low = *high = row[0];
  /* parallel: reduction(low high) */
  for (int i = 1; i < WIDTH; i++) {
    if (row[i] < *low)
      *low = row[i];
    if (row[i] > *high)
      *high = row[i];
  }
}

static void ranges(int n) {
  double low, high;
  /* parallel: private(low high) */
  for (int i = 0; i < n; i++) {
    min_and_max(table[i], &low, &high);
    y[i] = high - low;
  }
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static void recursive(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    b[i] = fibonacci(i % 12);
}

static int greatest_divisor(int p, int q) {
  /* sequential: Euclid */
  while (q) {
    int rest = p % q;
    p = q;
    q = rest;
  }
  return p;
}

static void divisors(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    b[i] = greatest_divisor(a[i], 360);
}

static void count_call(void) { calls++; }

static void counts_calls(int n) {
  /* parallel: reduction(calls) */
  for (int i = 0; i < n; i++) {
    b[i] += 1;
    count_call();
  }
}

static void add_to(struct accumulator *to, double value) {
  to->total += value;
  to->count++;
}

static void accumulate(int n) {
  /* parallel: reduction(to) */
  for (int i = 0; i < n; i++)
    add_to(&overall, x[i]);
}

static int larger(int p, int q) { return p > q ? p : q; }

static int by_function(int n) {
  int most = 0;
  /* parallel: reduction(most) */
  for (int i = 0; i < n; i++)
    most = larger(most, a[i]);
  return most;
}

static void swap(int *p, int *q) {
  int kept = *p;
  *p = *q;
  *q = kept;
}

static void swaps(int n) {
  /* parallel */
  for (int i = 0; i + 1 < n; i += 2)
    if (a[i] > a[i + 1])
      swap(&a[i], &a[i + 1]);
}

static void visit_one(int i, void *data) { ((int *)data)[i] = i * 3; }

static void visit(int n, visitor function, void *data) {
  /* parallel */
  for (int i = 0; i < n; i++)
    function(i, data);
}

static double own_buffer(const double *row) {
  double sorted[WIDTH];
  memcpy(sorted, row, sizeof sorted);
  /* sequential: insertion sort */
  for (int i = 1; i < WIDTH; i++)
    /* sequential: elements move one by one */
    for (int j = i; j > 0 && sorted[j - 1] > sorted[j]; j--) {
      double kept = sorted[j];
      sorted[j] = sorted[j - 1];
      sorted[j - 1] = kept;
    }
  return sorted[WIDTH / 2];
}

static void medians(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] = own_buffer(table[i]);
}

static double static_buffer(const double *row) {
  static double copy[WIDTH];
  /* parallel */
  for (int i = 0; i < WIDTH; i++)
    copy[i] = row[WIDTH - 1 - i];
  return copy[0] * copy[1];
}

static void static_buffers(int n) {
  /* parallel: private(copy) */
  for (int i = 0; i < n; i++)
    y[i] += static_buffer(table[i]);
}

/* Near misses. */

static int next_number(void) {
  static int state = 17;
  state = (state * 13 + 5) % 1009;
  return state;
}

static void static_state(int n) {
  /* sequential: the function keeps its state */
  for (int i = 0; i < n; i++)
    b[i] = next_number();
}

static int remembered(int n) {
  if (n < 2)
    return 1;
  if (!memo[n])
    memo[n] = (remembered(n - 1) + remembered(n - 2)) % 9973;
  return memo[n];
}

static void memoized(int n) {
  /* sequential: results are remembered */
  for (int i = 0; i < n; i++)
    b[i] += remembered(i);
}

static void difference_to_last(int *to, int value) {
  *to = value - last_seen;
  last_seen = value;
}

static void differences(int n) {
  /* sequential: the last value is global */
  for (int i = 0; i < n; i++)
    difference_to_last(&b[i], a[i]);
}

static void from_neighbor(double (*rows)[WIDTH], int r) {
  /* parallel */
  for (int i = 0; i < WIDTH; i++)
    rows[r][i] = rows[r - 1][i] * 0.5;
}

static void rows_from_rows(int n) {
  /* sequential: the function reads the row before */
  for (int i = 1; i < n; i++)
    from_neighbor(table, i);
}

static void visit_shared(int i, void *data) {
  int *p = data;
  p[0] = p[0] * 3 + i;
}

static void visit_in_order(int n, visitor function, void *data) {
  /* sequential: the function updates one place */
  for (int i = 0; i < n; i++)
    function(i, data);
}

static int *slot(int i) { return &b[i / 2]; }

static void same_slot(int n) {
  /* sequential: two iterations have the same place */
  for (int i = 0; i < n; i++)
    *slot(i) = i;
}

static int depth_of(int v) { return v <= 0 ? 0 : 1 + depth_of(a[v % SIZE] % v); }

static void depths(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    b[i] = depth_of(i);
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 200, SIZE), data[SIZE];
  suite_doubles(x, SIZE);
  suite_ints(a, SIZE, 0, 1000);
  apply(square, n);
  apply(half, n);
  choose_formula(n);
  suite_show("y", y, sizeof y);
  through_pointer(n);
  fill_rows(n);
  sum_rows(n);
  suite_show("y", y, sizeof y);
  ranges(n);
  suite_show("y", y, sizeof y);
  recursive(n);
  suite_show("b", b, sizeof b);
  divisors(n);
  counts_calls(n);
  accumulate(n);
  int most = by_function(n);
  swaps(n);
  visit(n, visit_one, data);
  suite_show("data", data, (size_t)n * sizeof *data);
  medians(n);
  static_buffers(n);
  suite_show("y", y, sizeof y);
  depths(n);
  suite_show("b", b, sizeof b);
  static_state(n);
  memoized(n < 40 ? n : 40);
  suite_show("b", b, sizeof b);
  differences(n);
  suite_show("b", b, sizeof b);
  rows_from_rows(n);
  visit_in_order(n < 10 ? n : 10, visit_shared, data);
  same_slot(n);
  printf("%d %d %g %d %d\n", most, calls, overall.total, overall.count, data[0]);
  suite_show("b", b, sizeof b);
  suite_show("table", table, sizeof table);
  return 0;
}
