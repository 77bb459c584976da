// A guard that fails whenever the loop has two iterations is none: the dependence is reported.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
// RUN: kasuri %s -Rkasuri-missed -- 2>&1 | FileCheck %s --check-prefix=REMARK
#include <stdio.h>

struct body { double acc, pos; };

// An iteration touches [0, 16 n - 8) from its own body on, and the next body is 16 bytes away: n is 1.
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// REMARK: {{.*}}.c:[[#@LINE+3]]:3: remark: loop stays sequential: {{.*}} [Carried{{Flow|Output|Anti}}]
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel
void pairs(struct body *b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      b[i].acc += b[j].pos;
      b[j].acc -= b[i].pos;
    }
}

// Where the inner loop has another bound, it may have no iteration.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'b[i].acc'
void otherBound(struct body *b, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < m; j++) {
      b[i].acc += b[j].pos;
      b[j].acc -= b[i].pos;
    }
}

// Rows of n numbers, 50 apart: n <= 50, which the condition around the loop excludes.
// CHECK: loop {{.*}}:[[#@LINE+3]]:5 sequential
void longRows(int *a, int n, int m) {
  if (n > 50)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[50 * i + j] += i;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:5 parallel guard(iterations access different parts of 'a[50 * i + j]')
void someRows(int *a, int n, int m) {
  if (n > 49)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[50 * i + j] += i;
}

// The same from another guard: without output, n > 50.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void otherGuard(int *a, int n, int m) {
  for (int i = 0; i < m; i++) {
    if (n <= 50)
      printf("%d\n", i);
    for (int j = 0; j < n; j++)
      a[50 * i + j] += i;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('n > 49') guard(iterations access different parts of 'a[50 * i + j]')
void otherGuardHolds(int *a, int n, int m) {
  for (int i = 0; i < m; i++) {
    if (n <= 49)
      printf("%d\n", i);
    for (int j = 0; j < n; j++)
      a[50 * i + j] += i;
  }
}

// A condition that the loop's own test decides.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void always(int *a, int *restrict b, int n) {
  for (int i = 1; i < n; i++) {
    if (n > 2)
      a[i] = a[i - 1] + 1;
    b[i] = i;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('n <= 3')
void sometimes(int *a, int *restrict b, int n) {
  for (int i = 1; i < n; i++) {
    if (n > 3)
      a[i] = a[i - 1] + 1;
    b[i] = i;
  }
}

// Two halves overlap, however many iterations there are.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void halves(int *a, unsigned shift, int n) {
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < shift + 2; j++)
      a[i + j] = i;
}
