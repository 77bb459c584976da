// Statements that do not wait for each other are sections; others are tasks that depend on each
// other by variables that they have in common; a loop in a task is a taskloop.
// RUN: rm -rf %t && kasuri --emit=openmp %s -o %t --machine=%S/../Inputs/cores-4.json --min-gain=0 --
// RUN: grep -v CHECK %t/openmp-tasks.c | FileCheck %s
// RUN: gcc -Wall -Wextra -Werror -fopenmp -c %t/openmp-tasks.c -o %t/a.o
// RUN: clang -Wall -Wextra -Werror -fopenmp -c %t/openmp-tasks.c -o %t/b.o
void mark(void);
static double a[4096], b[4096], c[4096];
static double chain(double *x, double s) {
  for (int i = 1; i < 4096; i++)
    x[i] = x[i - 1] * 0.5 + s;
  return x[4095];
}

// CHECK: double sections(void) {
// CHECK: #pragma omp parallel sections default(none) shared(s, a, t, b)
// CHECK-NEXT: {
// CHECK-NEXT: #pragma omp section
// CHECK-NEXT: s = chain(a, 1); /* first */
// CHECK-NEXT: #pragma omp section
// CHECK-NEXT: t = chain(b, 2);
// CHECK-NEXT: }
// CHECK-NEXT: return s + t;
double sections(void) {
  double s, t;
  s = chain(a, 1); /* first */
  t = chain(b, 2);
  return s + t;
}

// CHECK: double waits(void) {
// CHECK: #pragma omp parallel default(none) shared(s, a, t, b, u)
// CHECK-NEXT: #pragma omp single
// CHECK-NEXT: {
// CHECK-NEXT: #pragma omp task depend(out : s)
// CHECK-NEXT: s = chain(a, 1);
// CHECK-NEXT: #pragma omp task depend(out : t)
// CHECK-NEXT: t = chain(b, 2);
// CHECK-NEXT: #pragma omp task depend(in : s)
// CHECK-NEXT: u = chain(a, s);
// CHECK-NEXT: #pragma omp task depend(in : t)
// CHECK-NEXT: t += chain(b, t);
// CHECK-NEXT: }
double waits(void) {
  double s, t, u;
  s = chain(a, 1);
  t = chain(b, 2);
  u = chain(a, s);
  t += chain(b, t);
  return s + t + u;
}

// A counter that several statements use for values of their own.
// CHECK: double counters(double k) {
// CHECK: #pragma omp task private(i)
// CHECK-NEXT: for (i = 1; i < 4096; i++)
// CHECK: #pragma omp task private(i)
// CHECK-NEXT: for (i = 1; i < 4096; i++)
// CHECK: #pragma omp task
// CHECK-NEXT: #pragma omp taskloop default(none) shared(c, k)
// CHECK-NEXT: for (i = 0; i < 4096; i++)
double counters(double k) {
  int i;
  for (i = 1; i < 4096; i++)
    a[i] = a[i - 1] * 0.5 + k;
  for (i = 1; i < 4096; i++)
    b[i] = b[i - 1] * 0.25 + k;
  for (i = 0; i < 4096; i++)
    c[i] = c[i] + k;
  return a[7] + b[8] + c[9];
}

int main(void) {
  double s = sections();
  mark();
  s += waits();
  mark();
  s += counters(s);
  return (int)s;
}
