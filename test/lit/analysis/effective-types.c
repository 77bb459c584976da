// Stores of one type change nothing that is read by another type. What they may overwrite is tested.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <string.h>

struct matrix {
  int rows, columns;
  double *data;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}} and 'm->data[i * m->columns + j]' do not overlap)
void clear(struct matrix *m) {
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->columns; j++)
      m->data[i * m->columns + j] = 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}
void scale(const struct matrix *from, struct matrix *to, const double *by) {
  for (int i = 0; i < from->rows; i++)
    to->data[i] = from->data[i] * *by;
}

static double at(const struct matrix *m, int i, int j) { return m->data[i * m->columns + j]; }
static void put(const struct matrix *m, int i, int j, double value) {
  m->data[i * m->columns + j] = value;
}

// In called functions.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}
void twice(const struct matrix *m) {
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->columns; j++)
      put(m, i, j, 2 * at(m, i, j));
}

enum color { RED, GREEN };
struct colors {
  enum color first;
  long count;
  float *values;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}
void fill(struct colors *all) {
  for (long i = 0; i < all->count; i++)
    all->values[i] = all->first;
}

// Numbers of the same type.
struct integers {
  int count;
  int *values;
  unsigned *bits;
  char *text;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_same(struct integers *all) {
  for (int i = 0; i < all->count; i++)
    all->values[i] = 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_unsigned(struct integers *all) {
  for (int i = 0; i < all->count; i++)
    all->bits[i] = 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_characters(struct integers *all) {
  for (int i = 0; i < all->count; i++)
    all->text[i] = 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_enumeration(const struct colors *all, int *out) {
  for (int i = 0; i < (int)all->first; i++)
    out[i] = i;
}

// A store of the right type may come between.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_store_between(struct matrix *m, int *columns) {
  for (int i = 0; i < m->rows; i++) {
    m->data[i * m->columns] = 0;
    columns[i] = i;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_copy(struct matrix *m, const double *from) {
  for (int i = 0; i < m->rows; i++)
    memcpy(m->data + i, from, sizeof(double));
}

struct pair {
  double x, y;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_structure(const int *count, struct pair *out, struct pair value) {
  for (int i = 0; i < *count; i++)
    out[i] = value;
}

union word {
  int whole;
  float number;
};
struct words {
  union word count;
  float *values;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_union(struct words *all) {
  for (int i = 0; i < all->count.whole; i++)
    all->values[i] = 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_union_stored(union word *out, const int *count) {
  for (int i = 0; i < *count; i++)
    out[i].number = 0;
}

typedef float any_float __attribute__((may_alias));

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_attribute(any_float *out, const int *count) {
  for (int i = 0; i < *count; i++)
    out[i] = 0;
}

struct __attribute__((may_alias)) header {
  int count;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_attribute_of_structure(float *out, const struct header *header) {
  for (int i = 0; i < header->count; i++)
    out[i] = 0;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_cast(int *out, const int *count) {
  for (int i = 0; i < *count; i++)
    *(float *)&out[i] = 0;
}

struct bits {
  unsigned count : 20, rest : 12;
  float *values;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_bit_field(struct bits *all) {
  for (unsigned i = 0; i < all->count; i++)
    all->values[i] = 0;
}

// What is read for the last time may be overwritten by another type: a block that is used anew.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void near_used_anew(int *const *from, const int *pick, double *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = *from[pick[i] & 7];
}

// What an int store left is not what a union has behind a store of a float.
// CHECK: loop {{.*}}:[[#@LINE+6]]:3 {{sequential|parallel guard}}
void near_read_by_union(union word *word, float *other, double *out, int n) {
  int *whole = &word->whole;
  *whole = 0;
  *other = 1;
  const int on = word->whole;
  for (int i = 0; i < n; i++)
    out[i] = out[i + on] * 2;
}

// An int of its own type is.
// CHECK: loop {{.*}}:[[#@LINE+6]]:3 parallel{{$}}
void read_by_its_type(int *whole, float *other, double *out, int n) {
  *whole = 0;
  *other = 1;
  const int on = *whole;
  // The loop's own stores come later.
  for (int i = 0; i < n; i++)
    out[i] = out[i + on] * 2;
}
