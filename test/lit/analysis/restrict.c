// A restrict parameter is apart from what does not come from it, while its function runs.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

struct pair { double *restrict a; double *b; };

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void one(double *restrict a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i + 1];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void other(double *a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i + 1];
}

// The bound is not overwritten.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void bound(int *restrict a, const int *n) {
  for (int i = 0; i < *n; i++)
    a[i] = i;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel induction(a, 1){{$}}
void moved(double *restrict a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    *a++ = b[i];
}

static void set(double *to, double x) { *to = x; }
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void called(double *restrict a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    set(a + i, b[i]);
}

// Both are based on it.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void copied(double *restrict a, int k, int n) {
  double *b = a + 1;
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

// Based on it by way of what it may point to.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void chosen(double *restrict a, double *b, int k, int n) {
  double *c = k ? a + 8 : b;
  for (int i = 0; i < n; i++)
    a[i + c[0] > 0] = c[i];
}

// What `a` points to now is based on it, and so is what it pointed to before.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel reduction(a[0], in order) guard(
void assigned(double *restrict a, double *b, int n) {
  double *old = a;
  a = b;
  for (int i = 0; i < n; i++)
    a[0] += old[i];
}

// Only the parameter is qualified, not what it leads to.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}'rows[0][i]' and 'rows[i][0]' do not overlap)
void deeper(double **restrict rows, int n) {
  for (int i = 0; i < n; i++)
    rows[i][0] = rows[0][i];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard({{.*}}'p->b[i]' and 'p->a[i]' do not overlap)
void member(struct pair *p, int n) {
  for (int i = 0; i < n; i++)
    p->a[i] = p->b[i];
}

// In the caller nothing is restrict.
static void inner(double *restrict to, const double *from) { *to = *from; }
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 {{sequential|parallel guard}}
void outer(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    inner(a + i, b + i + 1);
}
