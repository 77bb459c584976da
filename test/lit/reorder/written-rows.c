// Rows that are found by pointers from a table, and written: the program tests in front of the nest that they are apart.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
#include <stdlib.h>

struct table {
  int rows, cols;
  double **row;
};

// CHECK: {{^}}nest {{.*}}written-rows.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void scaled(struct table *t) {
  for (int j = 0; j < t->cols; j++)
    for (int i = 0; i < t->rows; i++)
      t->row[i][j] = t->row[i][j] * 0.5 + i;
}

// A row and the one before.
// CHECK: {{^}}nest {{.*}}written-rows.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void summed(struct table *t) {
  for (int j = 0; j < t->cols; j++)
    for (int i = 1; i < t->rows; i++)
      t->row[i][j] += t->row[i - 1][j];
}

// Rows of three tables, two of them in variables; the one that is written is beside the others.
static double dot(const double *x, const double *y, int count) {
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum += x[k] * y[k];
  return sum;
}
// CHECK: {{^}}nest {{.*}}written-rows.c:[[#@LINE+3]]:5 {{.*}}with 'dot' inlined
void multiply(const struct table *c, const struct table *a, const struct table *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->rows; j++)
      c->row[i][j] = dot(a->row[i], b->row[j], a->cols);
}

// What is written under a condition is surely read before.
// CHECK: {{^}}nest {{.*}}written-rows.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void least(double **path, int n, int node) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (path[i][node] + path[node][j] < path[i][j])
        path[i][j] = path[i][node] + path[node][j];
}

// Bytes of rows may be those of the table: the rows are not only beside each other, but also beside the table.
// CHECK: {{^}}nest {{.*}}written-rows.c:[[#@LINE+2]]:3
void words(char **row, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      row[i][j] = row[i][j] / 2 + i;
}

// Some pointers may not be there.
// CHECK-NOT: {{^}}nest
void some(double **row, const char *is_there, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      if (is_there[i])
        row[i][j] = row[i][j] * 0.5 + i;
}

// The tables are only read in front of the loops if the nest reads them.
// CHECK: void scaled(
// CHECK: int rows_apart =
// CHECK: ((t_cols >= 1) && (t_rows >= 1));
// CHECK-NEXT: if (rows_apart) {
// CHECK: before + 8L * (t_cols) <= here;
// CHECK: here + 8L * (t_cols) <= before;
// CHECK: rows_apart =
// CHECK-NEXT: t_all{{.*}} >> 57 == 0 &&
// CHECK-NEXT: (t_ascends{{.*}} || t_descends{{.*}})
// CHECK: void words(
// CHECK: row_ascends
// CHECK: rows_apart =
// CHECK: ((long){{.*}}row) + 8L * (n) <= (long)row_low{{.*}} || (long)row_high{{.*}} + 1L * (m) <= (long){{.*}}row)

int main(void) { return 0; }
