// A value that is handed on is the reason, also where the same memory is overwritten: a second array would not help. A
// variable that functions hand on is named, whoever reads and writes it.
// RUN: kasuri %s -Rkasuri-missed -o %t 2>&1 | FileCheck %s
static unsigned state = 12345;
static double next(void) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0;
}
void fill(double *x, int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: loop stays sequential: 'state' carries a value from one iteration to the next [ScalarCarried]
  for (int i = 0; i < n; i++)
    x[i] = next();
}
void smooth(double *restrict x, int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: loop stays sequential: 'x[i]' is read in an iteration after the one that writes it (distance 1) [CarriedFlow]
  for (int i = 1; i < n - 1; i++)
    x[i] = (x[i - 1] + x[i + 1]) / 2;
}
void shift(double *restrict x, int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: loop stays sequential: 'x[i + 1]' is overwritten in an iteration after the one that reads it (distance 1) [CarriedAnti]
  for (int i = 0; i < n - 1; i++)
    x[i] = x[i + 1];
}
