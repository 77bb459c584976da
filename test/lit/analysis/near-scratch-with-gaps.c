// Elements that a loop leaves out are those of an earlier iteration: the array is no scratch.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel private(t){{$}}
void filled(double *restrict a, int n) {
  double t[64];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 64; k++)
      t[k] = a[i] + k;
    double s = 0;
    for (int k = 0; k < 63; k++)
      s += t[k];
    a[i] = s;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
void withGaps(double *restrict a, int n) {
  double t[64];
  for (int k = 0; k < 64; k++)
    t[k] = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 32; k++)
      t[2 * k] += a[i] + k;
    double s = 0;
    for (int k = 0; k < 63; k++)
      s += t[k];
    a[i] = s;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
void leftEarly(double *restrict a, int n) {
  double t[64];
  for (int k = 0; k < 64; k++)
    t[k] = 1;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 64; k++) {
      t[k] = a[i] + k;
      if (a[i] > k)
        break;
    }
    double s = 0;
    for (int k = 0; k < 64; k++)
      s += t[k];
    a[i] = s;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
void everyOther(double *restrict a, int n) {
  double t[64];
  for (int k = 0; k < 64; k++)
    t[k] = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 32; k++)
      t[2 * k] = a[i] + k;
    double s = 0;
    for (int k = 0; k < 63; k++)
      s += t[k];
    a[i] = s;
    t[1] = s;
  }
}
