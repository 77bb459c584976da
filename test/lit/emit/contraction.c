// Where products are contracted into sums, the terms of a sum cannot be kept apart.
// RUN: rm -rf %t && kasuri %s -o %t/on --cores=2 --min-gain=0 -- -O2 -march=haswell
// RUN: FileCheck --check-prefix=ON %s < %t/on/contraction.c
// RUN: kasuri %s -o %t/off --cores=2 --min-gain=0 -- -O2 -march=haswell -ffp-contract=off
// RUN: FileCheck --check-prefix=OFF %s < %t/off/contraction.c
// ON-NOT: {{^}}  if (ks_has_others() && ks_workers(&ks_product
// ON: {{^}}  if (ks_has_others() && ks_workers(&ks_loads
// OFF: {{^}}  if (ks_has_others() && ks_workers(&ks_product
double product(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
double loads(const double *a, const float *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] - (double)(b[i] * b[i]);
  return s;
}
