// A sum behind a pointer that may lead into what is summed: a test in front of the loop.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
struct totals { double sum; long count; };

void sums(int *total, const int *from, struct totals *t, const double *x, int n) {
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(*total) guard('{{.*}}' and '{{.*}}' do not overlap)
  for (int i = 0; i < n; i++)
    *total += from[i];
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 parallel reduction(t->sum, in order) guard({{.*}} do not overlap)
  for (int i = 0; i < n; i++)
    t->sum += x[i];
}

void others(int *total, const int *from, int *const *rows, int n) {
  // The place is looked at.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    *total += from[*total & 15];
  // It moves.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++) {
    *total += from[i];
    total += from[i] & 1;
  }
  // No test tells where all rows are.
  // CHECK: loop {{.*}}:[[#@LINE+1]]:3 sequential
  for (int i = 0; i < n; i++)
    *total += rows[i & 3][0];
}
