// A sum is kept in the element in which the nest stores it, where a test in front of the nest tells that element from all
// that the nest reads: it needs no buffer.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 -ffp-contract=off | grep -v "// CHECK" | FileCheck %s
#include <stddef.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

// CHECK: void product(
// CHECK: double *const sum_all{{_*}} = (double *)c_word{{_*}};
// CHECK-NEXT: if (__builtin_expect(is_read{{_*}} &&
// CHECK: (c_cols{{_*}} >= b_cols{{_*}}) &&
// CHECK: sum_all{{_*}}[(long)i_number{{_*}} * (long)c_cols{{_*}} + (long)j_number{{_*}}] = 0;
// CHECK: sum_kept{{_*}}[i_lane{{_*}}] += a_kept{{_*}}[i_lane{{_*}}][k_lane{{_*}}] * b_kept{{_*}}[k_lane{{_*}}];
// CHECK-NOT: *at(c, i, j) =
// CHECK: } else
// CHECK: *at(c, i, j) = sum;
void product(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

// The element is one further down, in the transposed matrix.
// CHECK: void transposed(
// CHECK: double *const sum_all{{_*}} = (double *)c_word{{_*}};
// CHECK: sum_all{{_*}}[((long)j_number{{_*}} + 1L) * (long)c_cols{{_*}} + (long)i_number{{_*}}] = 1;
void transposed(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 1;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, j + 1, i) = sum;
    }
}

// Elsewhere the sum has a buffer: where the nest reads the element,
// CHECK: void added(
// CHECK: double *const sum_all{{_*}} =
// CHECK-NEXT: is_read{{_*}}
// CHECK: __builtin_malloc
void added(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = *at(c, i, j);
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

// or it has another type.
// CHECK: void rounded(
// CHECK: double *const sum_all{{_*}} =
// CHECK-NEXT: is_read{{_*}}
// CHECK: __builtin_malloc
void rounded(float *to, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      to[(size_t)i * b->cols + j] = (float)sum;
    }
}
