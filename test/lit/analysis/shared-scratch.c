// Memory that each iteration fills before it reads it is shared scratch where it cannot have copies,
// and the remark says what is in the way. Memory that is read before it is filled carries values.
// RUN: kasuri %s --stop-after=analysis --dump=analysis -- | FileCheck %s
#include <stdlib.h>
enum { ROWS = 20, N = 50 };
int x[ROWS][N], y[ROWS][N];

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 parallel private(t)
void own(int n) {
  int t[N];
  (void)n;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N; i++)
      t[i] = x[r][i];
    for (int i = 0; i < N; i++)
      y[r][i] = t[N - 1 - i];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK: same memory 'tmp' as scratch, and iterations fill different parts of it [SharedScratch]
static void of_caller(int *tmp) {
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i <= r; i++)
      tmp[i] = x[r][i];
    for (int i = 0; i <= r; i++)
      y[r][i] = tmp[r - i];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: same memory 't' as scratch, and other pointers point into it [SharedScratch]
void by_pointer(void) {
  static int t[N];
  int *p = t + 3;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N; i++)
      t[i] = x[r][i];
    y[r][0] = t[N - 1] + *p;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: same memory 'large' as scratch, and it is too large for a copy on each core [SharedScratch]
void too_large(void) {
  static int large[100000];
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < 100000; i++)
      large[i] = x[r][i % N];
    for (int i = 0; i < N; i++)
      y[r][i] = large[100 * i];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: same memory 't' as scratch, and its final contents differ by iteration and are used [SharedScratch]
int left(void) {
  int t[ROWS] = {0};
  y[0][0] = 1;
  for (int r = 0; r < ROWS; r++) {
    t[r] = x[r][0];
    y[r][3] = t[r];
    t[0] = x[r][1];
    y[r][4] = t[0];
  }
  return t[0] + t[3];
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK: same memory 't' as scratch, and its size cannot be computed before the loop [SharedScratch]
int grown(int n) {
  int *t = malloc(N * sizeof(int) + (size_t)n);
  n += 3;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i <= r; i++)
      t[i] = x[r][i];
    y[r][0] = t[r];
  }
  free(t);
  return n;
}

// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: same memory 't' as scratch, and its address is compared, stored or freed [SharedScratch]
void compared(void) {
  int *t = malloc(N * sizeof(int));
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N; i++)
      t[i] = x[r][i];
    if (t)
      y[r][0] = t[N - 1];
  }
  free(t);
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
// CHECK-NOT: SharedScratch
// CHECK: CarriedFlow
void carried(void) {
  int t[N] = {0};
  for (int r = 0; r < ROWS; r++) {
    for (int i = 1; i < N; i++)
      t[i] = x[r][i] + t[0];
    for (int i = 0; i < N; i++)
      y[r][i] = t[i];
    t[0] = r;
  }
}

void caller(void) {
  int memory[N];
  of_caller(memory);
}
