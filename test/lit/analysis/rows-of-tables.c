// Rows behind the pointers of a table, wherever they come from: the program looks at the pointers
// in front of the loop.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
// RUN: kasuri %s --cores=2 --min-gain=0 -o %t --
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t/rows-of-tables.c

// CODE: ks_rows_are_apart((ks_int64)(ks_address)a, {{.*}}, 8, 0, {{.*}}
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('a[i]' and 'a[i][j]' do not overlap) guard(the rows of 'a[i][j]' do not overlap)
void fill(double **a, int h, int w) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i][j] = i + 0.5 * j;
}

// CODE: ks_rows_are_beside(
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}'b[i]' and 'a[i][j]' do not overlap) guard('b[i][j]' and 'a[i][j]' do not overlap)
void add(double **a, double **b, int h, int w) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i][j] += b[i][j];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}'x[j]' and 'a[i][j]' do not overlap)
void product(double **a, const double *x, double *restrict y, int h, int w) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i][j] *= x[j];
  for (int i = 0; i < h; i++)
    y[i] = x[i];
}

struct line {
  int used;
  float *values;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('lines[i].values' and 'at[j]' do not overlap) guard(the rows of 'at[j]' do not overlap)
void clear(struct line *restrict lines, int n) {
  for (int i = n - 1; i >= 0; i--) {
    float *at = lines[i].values;
    for (int j = 0; j < 100; j++)
      at[j] = 0;
  }
}

// A row is read that another iteration writes.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_above(double **a, int h, int w) {
  for (int i = 1; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i][j] += a[i - 1][j];
}

// The pointers change.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_moved(double **a, int h, int w) {
  for (int i = 0; i < h; i++) {
    for (int j = 0; j < w; j++)
      a[i][j] = j;
    a[i / 2] = a[i];
  }
}

// Not every iteration reads its pointer, so it may not be there.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_skipped(double **a, const int *used, int h) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < used[i]; j++)
      a[i][j] = j;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_branch(double **a, const int *used, int h, int w) {
  for (int i = 0; i < h; i++)
    if (used[i])
      for (int j = 0; j < 10; j++)
        a[i][j] = w;
}

// Each iteration has the same row.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_same(double **a, int h, int w) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i & 3][j] = i + j;
}

// Characters may be the pointers themselves.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_characters(char **a, int h, int w) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i][j] = 'x';
}
