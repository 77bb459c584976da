// Behind an iteration that may never end there is no other.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
// CHECK-NEXT: an endless loop makes the control flow irregular [IrregularControl]
void stop(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i];
    if (a[i] > 7)
      for (;;)
        ;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel
void search(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i];
    if (a[i] > 7)
      for (int k = 0; k < n; k++)
        if (b[k] > 8)
          break;
  }
}
