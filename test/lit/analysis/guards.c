// What is tested in front of a loop, and what no test could settle.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stddef.h>

struct view { int n; float *data; const float *from; };
struct list { struct list *next; int value; };

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('a[i]' and 'b[i - 1]' do not overlap){{$}}
void stencil(double *a, const double *b, int n) {
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i - 1] + b[i] + b[i + 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void rows(double *a, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y * w + x] = a[y * w + x] * 2;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void upTo(double *a, int w, int h) {
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w - 1; x++)
      a[(y - 1) * w + x] = a[(y - 1) * w + x + 1] * 2;
}

// The next row is read: a test cannot make them different.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void nextRow(double *a, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y * w + x] = a[(y + 1) * w + x] * 2;
}

// The pointer itself changes.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void changes(int *a, int *b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i];
    if (b[i] < 0)
      b = a;
  }
}

// The range depends on memory that the loop writes.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void ends(int *a, const int *count, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < count[i]; j++)
      a[j] = i;
}

// The pointer is read only under a condition, and may not be readable otherwise.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void maybe(struct view *v, double *a, int n, int has) {
  for (int i = 0; i < n; i++)
    if (has)
      a[i] = v->data[i];
}

// The pointer may be what the loop overwrites.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void itself(float **table, int n, float *x) {
  for (int i = 0; i < n; i++)
    table[i] = (*table) + i + (int)*x;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void linked(struct list *head, int *out) {
  for (int i = 0; i < 100; i++) {
    out[i] = head->value;
    head = head->next;
  }
}

// Another iteration's element is always met.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void reused(int *out, const int *in, int n) {
  for (int i = 0; i < n; i++)
    out[0] = in[i];
}

// A test that an access takes part in runs once more than the body.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void inTest(int *a, const int *b, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; b[x * w] != a[y * w + x / 2] && x < w; x++)
      a[y * w + x] = 1;
}

// More than a handful of pairs.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void many(int *a, int *b, int *c, int *d, int n) {
  for (int i = 0; i < n; i++) {
    a[i] += 1;
    b[i] += 2;
    c[i] += 3;
    d[i] += 4;
  }
}

// What the row has been computed from is not there any more, but the row is.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel guard('row[i]' and 'b[i]' do not overlap){{$}}
void fromWrittenMember(double *a, const double *b, struct view *restrict v, int n) {
  double *row = a + v->n;
  v->n = 0;
  for (int i = 0; i < n; i++)
    row[i] = b[i] + v->n;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel guard('row[i]' and 'b[i]' do not overlap){{$}}
void fromMember(double *a, const double *b, struct view *restrict v, int n) {
  double *row = a + v->n;
  for (int i = 0; i < n; i++)
    row[i] = b[i] + v->n;
}
