// Beside other tasks a loop with a guard runs as a whole: nothing there can tell that the guard has failed.
// RUN: kasuri %s --cores=4 --min-gain=0 --dump=plan -o %t -- | FileCheck %s
double x[4000], y[4000];

// CHECK: layer both@guarded-alone.c:[[#@LINE+6]], 2 macro-tasks
// CHECK: 4 workers
// CHECK-NEXT: w0 both@guarded-alone.c:[[#@LINE+4]] part 0/1
// CHECK-NEXT: w0 both@guarded-alone.c:[[#@LINE+5]] part 0/4
// CHECK-NEXT: w1 both@guarded-alone.c:[[#@LINE+4]] part 1/4
void both(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] / (1 + b[i] * b[i]);
  for (int i = 0; i < 4000; i++)
    y[i] = x[i] / (3 + x[i] * x[i]);
}
