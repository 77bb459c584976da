// Matrices whose sizes are known at run time only. What the nest reads from structures is loaded in front of it, no
// earlier than it is known that the nest reads it, and no subscript may leave its row.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

// CHECK: nest {{.*}}structs.c:[[#@LINE+23]]:3 tiled 32x64x512, 4x8 iterations unrolled, loop over 'j' innermost
// CHECK-NOT: {{^}}nest 

// CHECK: void product(
// CHECK: const signed int a_rows = *(const a_rows_type *)((const char *)a);
// CHECK-NEXT: const int is_read = 1.0 * a_rows > 0;
// CHECK-NEXT: typedef signed int __attribute__((__may_alias__)) b_cols_type;
// CHECK-NEXT: const signed int b_cols = is_read ? *(const b_cols_type *)((const char *)b + 4) : 0;
// CHECK: const int is_read_ = is_read && (long)b_cols - 1L >= 0;
// CHECK: const signed int c_cols = is_read_ ? *(const c_cols_type *)((const char *)c + 4) : 0;
// CHECK: double *const sum_all = (double *)c_word;
// CHECK-NEXT: if (is_read__ &&
// CHECK-NEXT: a_rows <= 268435456 &&
// CHECK: (c_cols >= b_cols) &&
// CHECK-NEXT: ((long)a_word + 8L * a_cols * (a_rows) <= (long)c_word || (long)c_word + 8L * c_cols * (a_rows) <= (long)a_word) &&
// CHECK-NEXT: ((long)b_word + 8L * b_cols * (a_cols) <= (long)c_word || (long)c_word + 8L * c_cols * (a_rows) <= (long)b_word)) {
// CHECK: for (int i_tile = 0; i_tile < a_rows; i_tile += 32) {
// CHECK: #pragma GCC ivdep
// CHECK-NEXT: for (int j_point = 0;
// CHECK: sum_all[(long)i_number * (long)c_cols + (long)j_number] += *at(a, i, k) * *at(b, k, j);
// CHECK: else
// CHECK: sum += *at(a, i, k) * *at(b, k, j);
static void product(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

static struct matrix made(int rows, int cols) {
  struct matrix m = {rows, cols, malloc(sizeof(double) * (size_t)rows * (size_t)cols)};
  if (!m.data)
    exit(1);
  for (int i = 0; i < rows * cols; i++)
    m.data[i] = i;
  return m;
}

int main(int argc, char **argv) {
  struct matrix a = made(argc, argc + 1), b = made(argc + 1, argc + 2), c = made(argc, argc + 2);
  product(&c, &a, &b);
  return argv[(int)c.data[0]] == NULL;
}
