// Wavefronts whose columns are a loop of a function that each row calls, and near misses.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <math.h>
#include <stdio.h>

enum { N = 1000 };
static double a[N][N], f[N];
static int d[N][N], line[N];

static void row_of(double (*m)[N], int i) {
  for (int j = 1; j < N - 1; j++)
    m[i][j] = m[i - 1][j + 1] + m[i][j - 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1){{$}}
void plain(void) {
  for (int i = 1; i < N; i++)
    row_of(a, i);
}

// Further than the row before is.
static void far_row(double (*m)[N], int i) {
  for (int j = 1; j < N - 1; j++)
    m[i][j] = m[i - 1][N - 1 - j] + m[i][j - 1];
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void from_the_end(void) {
  for (int i = 1; i < N; i++)
    far_row(a, i);
}

// The result is the greatest magnitude in any order; a sum is not.
static double change_of(double (*m)[N], int i) {
  double most = 0;
  for (int j = 1; j < N - 1; j++) {
    double change = m[i - 1][j] - m[i][j];
    m[i][j] += 0.5 * change;
    if (fabs(change) > most)
      most = fabs(change);
  }
  return most;
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential wavefront(column) reduction(most){{$}}
double greatest(void) {
  double most = 0;
  for (int i = 1; i < N; i++) {
    double change = change_of(a, i);
    if (change > most)
      most = change;
  }
  return most;
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential reduction(sum, in order){{$}}
double total(void) {
  double sum = 0;
  for (int i = 1; i < N; i++)
    sum += change_of(a, i);
  return sum;
}

// Before its columns a row writes what the columns of the next one read; it waits for its turn.
static void with_edge(double (*m)[N], int i) {
  m[i][0] = m[i - 1][0] + i;
  for (int j = 1; j < N - 1; j++)
    m[i][j] = m[i - 1][j - 1] + m[i - 1][j];
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column, enters in turn){{$}}
void edges(void) {
  for (int i = 1; i < N; i++)
    with_edge(a, i);
}

// Where the columns begin must be known where a row begins.
static void edge_from(double (*m)[N], int i, int first) {
  m[i][0] = m[i - 1][0] + i;
  for (int j = first; j < N - 1; j++)
    m[i][j] = m[i - 1][j - 1] + m[i - 1][j];
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void edges_from(int first) {
  for (int i = 1; i < N; i++)
    edge_from(a, i, first);
}

// An early return skips the columns, and all that follows them.
static void some_rows(double (*m)[N], int i) {
  if (line[i] == 0)
    return;
  for (int j = 1; j < N - 1; j++)
    m[i][j] = m[i - 1][j + 1] + m[i][j - 1];
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1){{$}}
void early(void) {
  for (int i = 1; i < N; i++)
    some_rows(a, i);
}
// What follows the call would not wait for the row before.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void early_and_more(void) {
  for (int i = 1; i < N; i++) {
    some_rows(a, i);
    f[i] = f[i - 1] / 2 + a[i - 1][N - 2];
  }
}

// What stands behind the columns waits until the row before is over.
static int row_and_last(int i) {
  for (int j = 1; j < N - 2; j++)
    d[i][j] = d[i - 1][j + 1] + d[i][j - 1];
  return d[i][N - 3];
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1){{$}}
void behind(void) {
  for (int i = 1; i < N; i++) {
    int left = row_and_last(i);
    d[i][N - 1] = left + d[i - 1][N - 1];
  }
}

// Two calls: the columns of one stand in front of the others.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void twice(void) {
  for (int i = 1; i < N - 1; i++) {
    row_of(a, i);
    row_of(a, i + 1);
  }
}

// Not each row calls it.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void sometimes(void) {
  for (int i = 1; i < N; i++)
    if (line[i])
      row_of(a, i);
}

// A static variable is one for all rows.
static void counting_row(double (*m)[N], int i) {
  static int calls;
  calls++;
  for (int j = 1; j < N - 1; j++)
    m[i][j] = m[i - 1][j + 1] + m[i][j - 1] + calls;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void counted(void) {
  for (int i = 1; i < N; i++)
    counting_row(a, i);
}

// A row prints: its order is not that of the columns.
static void loud_row(double (*m)[N], int i) {
  for (int j = 1; j < N - 1; j++)
    m[i][j] = m[i - 1][j + 1] + m[i][j - 1];
  printf("%d\n", i);
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void loud(void) {
  for (int i = 1; i < N; i++)
    loud_row(a, i);
}

// It has a counter of its own, and a parameter that it changes.
static void down_row(int *row, const int *before, int count) {
  int left = row[count];
  while (--count > 0)
    left = row[count] = before[count] + left;
}
static void down_columns(int *row, const int *before, int from) {
  int left = row[from];
  for (int j = from - 1; j > 0; j--)
    left = row[j] = before[j - 1] + left;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void while_columns(void) {
  for (int i = 1; i < N; i++)
    down_row(d[i], d[i - 1], N - 1);
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential wavefront(column + 1, downwards){{$}}
void downwards(void) {
  for (int i = 1; i < N; i++)
    down_columns(d[i], d[i - 1], N - 1);
}

// The rows recurse: what the call of itself does is part of the row.
static void deep_row(int i, int depth) {
  if (depth > 0)
    deep_row(i, depth - 1);
  for (int j = 1; j < N - 1; j++)
    d[i][j] += d[i - 1][j + 1];
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void deep(void) {
  for (int i = 1; i < N; i++)
    deep_row(i, 3);
}

// Memory that a function names cannot be another one for each row.
static int scratch[16];
static void by_scratch(int i) {
  for (int k = 0; k < 16; k++)
    scratch[k] = i * k;
  for (int j = 1; j < N - 1; j++)
    d[i][j] = d[i - 1][j + 1] + d[i][j - 1] + scratch[j % 16];
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void scratch_rows(void) {
  for (int i = 1; i < N; i++)
    by_scratch(i);
}

// One that it gets may.
static void by_given(int i, int *own) {
  for (int k = 0; k < 16; k++)
    own[k] = i * k;
  for (int j = 1; j < N - 1; j++)
    d[i][j] = d[i - 1][j + 1] + d[i][j - 1] + own[j % 16];
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential wavefront(column + 1) private(own, last value){{$}}
void own_rows(void) {
  int own[16];
  for (int i = 1; i < N; i++)
    by_given(i, own);
}

// Which of two zeros is the greatest depends on the order.
static double from_negative(double (*m)[N], int i) {
  double most = -0.0;
  for (int j = 1; j < N - 1; j++) {
    m[i][j] += m[i - 1][j];
    if (fabs(m[i][j]) > most)
      most = fabs(m[i][j]);
  }
  return most;
}
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential reduction(most){{$}}
double negative_zero(void) {
  double most = 0;
  for (int i = 1; i < N; i++) {
    double change = from_negative(a, i);
    if (change > most)
      most = change;
  }
  return most;
}

// Not in each row, though nothing stands around it.
static int row_or_not(int i) {
  for (int j = 1; j < N - 1; j++)
    d[i][j] = d[i - 1][j + 1] + d[i][j - 1];
  return d[i][1];
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void in_condition(void) {
  for (int i = 1; i < N; i++)
    line[i] += d[i - 1][3] > 7 && row_or_not(i);
}

// Whether d[i - 1][0] is read before the call or after it is open.
static int mixed(int i) {
  for (int j = 0; j < 20; j++)
    i = i * 13 % 1009;
  return i;
}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential{{$}}
void unsequenced(void) {
  for (int i = 1; i < N; i++)
    d[i][0] = mixed(i) + d[i - 1][0];
}
// Here it is not.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel in-order([[#@LINE+4]]) hands-on(more){{$}}
void sequenced(void) {
  for (int i = 1; i < N; i++) {
    int more = mixed(i);
    d[i][0] = more + d[i - 1][0];
  }
}
