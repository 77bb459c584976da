// Where the entries of a table select what iterations access, a test in front of the loop tells whether they are distinct.
// RUN: kasuri %s --stop-after=analysis --dump=analysis -- | FileCheck %s
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 -- && FileCheck %s --check-prefix=TEXT < %t/distinct-entries.c
static double x[1000], z[1000], rows[100][8];
static int order[1001];
static short some[100];

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+3]]:3 parallel guard(the entries that select 'z[order[i]]' are distinct)
// TEXT: ks_are_distinct((ks_int64)(ks_address)&order, ks_sum(ks_sum((ks_int64)(ks_address)&order, ks_product(ks_trip_0 - 1, 4)), 4), 4)
void scatter(int n) {
  for (int i = 0; i < n; i++)
    z[order[i]] = z[order[i]] / 2 + x[i];
}

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 parallel guard(the entries that select 'rows[some[i]][k]' are distinct)
void of_rows(int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      rows[some[i]][k] = rows[some[i]][k] / 3 + x[i];
}

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void written(int n) {
  for (int i = 0; i < n; i++) {
    z[order[i]] = z[order[i]] / 2 + x[i];
    order[i]++;
  }
}

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void two_entries(int n) {
  for (int i = 0; i < n; i++) {
    z[order[i]] = x[i];
    z[order[i + 1]] = z[order[i]] * 2;
  }
}

// The table behind the pointer may end where the condition does not hold.
// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void skipped(const int *restrict table, double *restrict to, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      to[table[i]] = to[table[i]] / 2 + x[i];
}

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void overlapping(int n) {
  for (int i = 0; i < n; i++) {
    z[order[i]] = x[i];
    z[order[i] + 1] = z[order[i]] + 2;
  }
}

// Each entry selects for several iterations.
// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void windows(int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      z[order[i + k]] = z[order[i + k]] / 2 + x[k];
}

// The row of the one begins in front of that of the other.
// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void in_front(int n) {
  for (int i = 0; i < n; i++) {
    z[order[i]] = x[i];
    z[order[i] - 1] = z[order[i]] + 2;
  }
}

// Entries of two tables, rows of two lengths or at two distances, two arrays, and tables that each iteration has for itself.
static int other[1000];
// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void two_tables(int n) {
  for (int i = 0; i < n; i++) {
    z[order[i]] = x[i];
    z[other[i]] += 2;
  }
}

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void of_two_lengths(int n) {
  for (int i = 0; i < n; i++) {
    z[order[i] * 2] = x[i];
    z[order[i]] += 2;
  }
}

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void at_distances(int n, int near, int far) {
  for (int i = 0; i < n; i++) {
    z[order[i] + near] = x[i];
    z[order[i] + far] += 2;
  }
}

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void two_arrays(double *to, double *from, int n) {
  for (int i = 0; i < n; i++)
    to[order[i]] = from[order[i]] + 1;
}

// CHECK: loop {{.*}}distinct-entries.c:[[#@LINE+2]]:3 sequential
void own_tables(int **tables, int n) {
  for (int i = 0; i < n; i++)
    z[tables[i][i]] = z[tables[i][i]] / 2 + x[i];
}
