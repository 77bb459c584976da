// The head says how far a counter advances; the body may say otherwise.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void byHead(double *restrict a, int n) {
  for (int i = 0; i < n; i += 2)
    a[i] = 3;
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void byProduct(double *restrict a, int n) {
  for (int i = 0; i < n; i += 2) {
    a[i] = 3;
    i = i * 1 + 1;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void byDifference(double *restrict a, int n, int m) {
  for (int i = 0; i < n; i += 2) {
    a[i] = 3;
    i = m - (m - i) + 1;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void byBits(double *restrict a, int n) {
  for (int i = 0; i < n; i += 2) {
    a[i] = 3;
    i |= 1;
  }
}
