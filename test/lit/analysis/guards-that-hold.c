// A guard that holds whenever the loop has an iteration, or wherever another one does, is none.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stdio.h>

// The condition around the loop says that rows are long enough.
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void held(int *a, int n, int m, int w) {
  if (n <= w)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[w * i + j] += i;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel guard(iterations access different parts of 'a[w * i + j]')
void almostHeld(int *a, int n, int m, int w) {
  if (n <= w + 1)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[w * i + j] += i;
}

// It has changed since.
extern int other;
// CHECK: loop {{.*}}:[[#@LINE+4]]:5 parallel guard(iterations access different parts of 'a[w * i + j]')
void heldBefore(int *a, int n, int m, int w) {
  if (n <= w) {
    w = other;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[w * i + j] += i;
  }
}

// Read behind what is written.
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel{{$}}
void distance(float *a, int n, int d) {
  if (d >= n)
    for (int i = 0; i < n; i++)
      a[i] = a[i + d];
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel guard('a[i + d]' and 'a[i]' do not overlap)
void shortDistance(float *a, int n, int d) {
  if (d >= n - 2)
    for (int i = 0; i < n; i++)
      a[i] = a[i + d];
}

// Another guard says that rows are long enough: without output, n <= w.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('n <= w'){{$}}
void otherGuard(int *a, int n, int m, int w) {
  for (int i = 0; i < m; i++) {
    if (n > w)
      printf("%d\n", i);
    for (int j = 0; j < n; j++)
      a[w * i + j] += i;
  }
}

// The rows of two arrays need the same.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'a[w * i + j]'){{$}}
void twoArrays(int *restrict a, double *restrict b, int n, int m, int w) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      a[w * i + j] += i;
      b[w * i + j] = i;
    }
}

// They do not if the rows of one are longer.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'a[w * i + j]') guard(iterations access different parts of 'b[w * i + j]'){{$}}
void longerRows(int *restrict a, double *restrict b, int n, int m, int w) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      a[w * i + j] += i;
    for (int j = 0; j < n + 1; j++)
      b[w * i + j] = i;
  }
}

// Unsigned numbers wrap around: the sum may be less than n.
// CHECK: loop {{.*}}:[[#@LINE+4]]:5 parallel guard(
void wrapping(int *a, unsigned n, unsigned m, unsigned pad) {
  unsigned w = n + pad;
  if (pad < 100)
    for (unsigned i = 0; i < m; i++)
      for (unsigned j = 0; j < n; j++)
        a[w * i + j] += i;
}

// All callers pass constants that make rows long enough.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
static void passed(int *a, int n, int m, int w) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[w * i + j] += i;
}

// One caller does not.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'a[w * i + j]')
static void passedLonger(int *a, int n, int m, int w) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[w * i + j] += i;
}

// What was passed is not there any more.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel guard(iterations access different parts of 'a[w * i + j]')
static void passedAndSet(int *a, int n, int m, int w) {
  n = other;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[w * i + j] += i;
}

// A caller that is not seen, by a pointer that is.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'a[w * i + j]')
static void passedByPointer(int *a, int n, int m, int w) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[w * i + j] += i;
}
void (*exported)(int *, int, int, int) = passedByPointer;

void callers(int *a, int m) {
  passed(a, 10, m, 20);
  passed(a, 20, m, 20);
  passedLonger(a, 10, m, 20);
  passedLonger(a, 21, m, 20);
  passedAndSet(a, 20, m, 20);
  passedByPointer(a, 20, m, 20);
}

// Rows are apart, but the numbers of two may be the same modulo 2^32.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'a[n * i + j]')
void wrappingRows(int *a, unsigned n, unsigned m) {
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++)
      a[n * i + j] += i;
}
