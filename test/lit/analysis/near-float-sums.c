// A floating-point sum that an iteration may update at two places has no single term for each iteration.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 parallel reduction(s, in order){{$}}
double once(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * 4;
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
double twice(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    s += a[i] * 3;
  }
  return s;
}

// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
double inArms(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      s += a[i];
    else
      s -= 1;
  return s;
}
