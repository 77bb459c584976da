// What goes from one task to another is rounded in memory, so products that are added elsewhere stay where they are.
// RUN: rm -rf %t && kasuri %s -o %t/on --cores=2 --min-gain=0 -- -O2 -march=haswell
// RUN: FileCheck --check-prefix=ON %s < %t/on/contraction-tasks.c
// RUN: kasuri %s -o %t/off --cores=2 --min-gain=0 -- -O2 -march=haswell -ffp-contract=off
// RUN: FileCheck --check-prefix=OFF %s < %t/off/contraction-tasks.c
// RUN: kasuri %s -o %t/none --cores=2 --min-gain=0 -- -O2 -march=x86-64
// RUN: FileCheck --check-prefix=OFF %s < %t/none/contraction-tasks.c
// RUN: kasuri %s --emit=openmp -o %t/openmp --cores=2 --min-gain=0 -- -O2 -march=haswell
// RUN: FileCheck --check-prefix=OPENMP %s < %t/openmp/contraction-tasks.c
// OPENMP-NOT: {{^ +}}#pragma omp
// OPENMP: {{^}}double rounded(
// OPENMP: {{^ +}}#pragma omp parallel sections
// OPENMP: {{^}}void scaled(
// OPENMP-NOT: {{^ +}}#pragma omp
// ON-NOT: {{^ .*}}ks_workers(&ks_{{sums|ordered|apart|members|handed}}
// ON: {{^ .*}}ks_workers(&ks_rounded
// ON-NOT: {{^ .*}}ks_workers(&ks_scaled
// OFF: {{^ .*}}ks_workers(&ks_sums
// OFF: {{^ .*}}ks_workers(&ks_ordered
// OFF: {{^ .*}}ks_workers(&ks_apart
// OFF: {{^ .*}}ks_workers(&ks_members
// OFF: {{^ .*}}ks_workers(&ks_handed
// OFF: {{^ .*}}ks_workers(&ks_rounded
// OFF: {{^ .*}}ks_workers(&ks_scaled
#include <stdio.h>

struct state {
  double t;
};

/* Both sums are reached by their addresses, where compilers make no vectors of their products. */
double sums(const double *x, const double *y, int n) {
  double s = 0, t = 0, u = 0, v = 0;
  for (int i = 0; i < n; i++) {
    u = u * 0.5 + x[i];
    s += u * u;
  }
  for (int i = 0; i < n; i++) {
    v = v * 0.25 + y[i];
    t += v * v;
  }
  return s - t;
}

static double slow(double x) {
  for (int k = 0; k < 40; k++)
    x = x / 2 + k;
  return x;
}

/* Each iteration's product is kept for a statement in order. */
double ordered(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double t = slow(x[i]) * 3;
    s = s / 2 + t;
    printf("%d\n", i);
  }
  return s;
}

/* A sum of products gets a loop of its own. */
double apart(double *restrict a, const double *restrict x, int n) {
  double s = 0;
  for (int i = 1; i < n; i++) {
    a[i] = slow(a[i - 1]);
    s += slow(x[i]) * x[i];
    s /= 2;
  }
  return s;
}

/* A member becomes a variable of each part. */
void members(struct state *o, double *restrict out, const double *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    o->t = x[i] * 3;
    out[i] = o->t + slow(x[i]);
  }
}

/* The product that one task computes is added behind the layer. */
double handed(const double *x, const double *y) {
  double p, q;
  p = slow(x[0]) * slow(x[1]);
  q = slow(y[0]) / slow(y[1]);
  return p + q;
}

/* What is added has been rounded: it is a quotient, it is of another type. */
double rounded(const double *x, const double *y) {
  double p, q;
  p = slow(x[0]) / slow(x[1]);
  q = (float)(slow(y[0]) * slow(y[1]));
  return p + q;
}

/* A factor and an offset from in front of the loop, which nobody unrolls. In a task, the compiler no longer knows that the
   offset is a product, so its accounts of both cannot be compared. */
void scaled(double *restrict out, const double *restrict x, double a, double b, int n) {
  const double offset = a * b;
  for (int i = 0; i < n; i++)
    out[i] = slow(x[i]) * a + offset;
}
