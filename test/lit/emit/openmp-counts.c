// Compilers count the iterations of a loop in the type of its variable, which may not hold their number.
// RUN: rm -rf %t && kasuri %s -o %t --emit=openmp --cores=2 --min-gain=0 -- -O2 2>&1 | FileCheck --check-prefix=SAID %s
// RUN: FileCheck %s < %t/openmp-counts.c
// SAID: not in OpenMP: 1 loop: more iterations than the variable's type may hold
static int a[1000], b[1000];

// CHECK-LABEL: void between(
// CHECK-NEXT: if ((long long)hi - lo <= 2147483647) {
// CHECK-NEXT: #pragma omp parallel for
// CHECK: } else {
// CHECK-NEXT: for (int i = lo; i < hi; i++)
void between(int lo, int hi) {
  for (int i = lo; i < hi; i++)
    a[i] = b[i] * 3;
}

// CHECK-LABEL: void narrow(
// CHECK-NEXT: if ((long long)from - 0 < 127) {
void narrow(signed char from) {
  for (signed char i = from; i >= 0; i--)
    a[i] = b[i] * 3;
}

// CHECK-LABEL: void up(
// CHECK-NEXT: #pragma omp parallel for
void up(int n) {
  for (int i = 0; i <= n; i++)
    a[i] = b[i] * 3;
}

// CHECK-LABEL: void down(
// CHECK-NEXT: #pragma omp parallel for
void down(int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = b[i] * 3;
}

// CHECK-LABEL: void positive(
// CHECK-NEXT: #pragma omp parallel for
void positive(int from) {
  for (int i = from; i > 0; i--)
    a[i] = b[i] * 3;
}

// CHECK-LABEL: void unsignedOnes(
// CHECK-NEXT: #pragma omp parallel for
void unsignedOnes(unsigned lo, unsigned hi) {
  for (unsigned i = lo; i < hi; i++)
    a[i] = b[i] * 3;
}

// A difference in a wider type says nothing of what is left of it.
// CHECK-LABEL: void truncated(
// CHECK-NEXT: for (int i = n - 1
void truncated(long n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = b[i] * 3;
}
