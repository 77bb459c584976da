// Triangles without the zeros, row after row: i (i + 1) is even, so that its half is a polynomial.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void lower(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] = i - j;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void without_diagonal(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i * (i - 1) / 2 + j] += 1;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void shifted(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[((i + 1) * i >> 1) + j] = i - j;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void long_rows(double *a, long n) {
  for (long i = 1; i < n; i++)
    for (long j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] *= a[(i + 1) * i / 2 + j];
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel{{$}}
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void upper(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[n * i - i * (i + 1) / 2 + j] = i - j;
}

// The rows are one longer than the distance to the next.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void too_long(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i + 1; j++)
      a[i * (i + 1) / 2 + j] = i - j;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void too_near(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * (i - 1) / 2 + j] = i - j;
}

// Row 2 goes from 2 to 4, where row 3 starts.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void half_squares(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * i / 2 + j] = i - j;
}

// A third of it is rounded.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void thirds(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * (i + 1) / 3 + j] = i - j;
}

// -1 / 2 is 0: row 0 starts where row 1 does, if they have one element.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void rounded_to_zero(double *a, int m, int n) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[(2 * n * i - 1) / 2 + j] = i - j;
}

// The product may wrap around.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 {{sequential|parallel guard}}
void unsigned_rows(double *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] = i - j;
}
