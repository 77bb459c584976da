// Nests whose statements call functions with loops: these loops become the nest's. The functions' bodies come in front of the
// statement with the call, and the source's loop with its calls remains for what the tests in front exclude.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
// RUN: kasuri %s -Rkasuri -o %t -- -O2 2>&1 | FileCheck %s --check-prefix=REMARK
#include <stddef.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }
static double *row_of(const struct matrix *m, int i) { return m->data + (size_t)i * m->cols; }

static void eliminate(double *row, const double *pivot, int from, int end) {
  double factor = row[from] / pivot[from];
  row[from] = factor;
  for (int j = from + 1; j < end; j++)
    row[j] -= factor * pivot[j];
}

// CHECK: {{^}}nest {{.*}}inlined-calls.c:[[#@LINE+3]]:3 {{.*}}, with 'eliminate' inlined
// REMARK: :[[#@LINE+2]]:3: remark: loop nest reordered: {{.*}}, with 'eliminate' inlined; {{.*}} [Reordered]
void factorize(struct matrix *m) {
  for (int k = 0; k < m->rows - 1; k++)
    for (int i = k + 1; i < m->rows; i++)
      eliminate(row_of(m, i), row_of(m, k), k, m->cols);
}

static double dot(const struct matrix *x, int i, const struct matrix *y, int j) {
  double sum = 0;
  for (int row = 0; row < x->rows; row++)
    sum += *at(x, row, i) * *at(y, row, j);
  return sum;
}

// CHECK: {{^}}nest {{.*}}inlined-calls.c:[[#@LINE+2]]:3 {{.*}}, with 'dot' inlined
void products(struct matrix *to, const struct matrix *x, const struct matrix *y) {
  for (int i = 0; i < x->cols; i++)
    for (int j = 0; j < y->cols; j++)
      *at(to, i, j) = dot(x, i, y, j) / 2;
}

typedef struct {
  int count;
  double *data;
} list;

static double sum_of(const list *its, int from) {
  double sum = 0;
  for (int i = from; i < its->count; i++)
    sum += its->data[i];
  return sum;
}

// The type of the parameter has another name here: the call stays, and the other nests are as they were.
// CHECK-NOT: {{^}}nest {{.*}}'sum_of' inlined
void hidden(double *to, const list *lists, int n) {
  int list = 2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      to[i] += sum_of(&lists[j], i) * list;
}
