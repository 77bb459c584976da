// Tests in front of a loop are its `if` clause; where private copies rely on them, an `if` with the
// loop as it was in its `else`.
// RUN: rm -rf %t && kasuri --emit=openmp %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/openmp-guards.c | FileCheck %s
// RUN: gcc -Wall -Wextra -Werror -fopenmp -c %t/openmp-guards.c -o %t/a.o
// RUN: clang -Wall -Wextra -Werror -fopenmp -c %t/openmp-guards.c -o %t/b.o
#include <stdio.h>

// CHECK: void scale(double *a, const double *b, int n) {
// CHECK-NEXT: #pragma omp parallel for default(none) shared(n, a, b) schedule(static) {{.$}}
// CHECK-NEXT: if(n > 1 && ((long)a + 8L * n <= (long)b || (long)b + 8L * n <= (long)a))
// CHECK-NEXT: for (int i = 0; i < n; i++)
void scale(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 0.5;
}

// A variable of 64 bits is tested not to overflow.
// CHECK: void wide(double *a, const double *b, unsigned long n) {
// CHECK: if(n > 1 && n < 1L << 31 &&
// CHECK: (long)a + 8L * (long)n <= (long)b
void wide(double *a, const double *b, unsigned long n) {
  for (unsigned long i = 0; i < n; i++)
    a[i] = b[i] * 0.5;
}

// CHECK: int shown(double *restrict a, int n, int verbose) {
// CHECK: if (n > 1 && verbose == 0) {
// CHECK-NEXT: #pragma omp parallel for default(none) shared(n, a, verbose) reduction(+ : odd) {{.$}}
// CHECK-NEXT: schedule(static)
// CHECK-NEXT: for (int i = 0; i < n; i++) {
// CHECK: } else {
// CHECK-NEXT: for (int i = 0; i < n; i++) {
// CHECK: }
// CHECK-NEXT: }
// CHECK-NEXT: return odd;
int shown(double *restrict a, int n, int verbose) {
  int odd = 0;
  for (int i = 0; i < n; i++) {
    a[i] = i * 0.25;
    if (i % 3 == 0)
      odd++;
    if (verbose)
      printf("%d\n", i);
  }
  return odd;
}
