// Where products are contracted into sums, the terms of a sum cannot be kept apart.
// RUN: rm -rf %t && kasuri %s -o %t/on --cores=2 --min-gain=0 -- -O2 -march=haswell
// RUN: FileCheck --check-prefix=ON %s < %t/on/contraction.c
// RUN: kasuri %s -o %t/off --cores=2 --min-gain=0 -- -O2 -march=haswell -ffp-contract=off
// RUN: FileCheck --check-prefix=OFF %s < %t/off/contraction.c
// ON-NOT: {{^}}  if (ks_has_others() && ks_workers(&ks_product
// ON: {{^}}  if (ks_has_others() && ks_workers(&ks_loads
// ON-NOT: {{^}}  if (ks_has_others() && ks_workers(&ks_scaled
// ON: {{^}}  if (ks_has_others() && ks_workers(&ks_moved
// OFF: {{^}}  if (ks_has_others() && ks_workers(&ks_product
// OFF: {{^}}  if (ks_has_others() && ks_workers(&ks_scaled
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

// What a function returns may be a product if it holds a number.
struct scale {
  int count;
  double factors[1];
};
static struct scale made(int count, double a, double b) {
  struct scale made = {count, {a * b}};
  return made;
}
static double factor(const struct scale *s) { return s->factors[0]; }
void scaled(double *to, int n, double a, double b) {
  struct scale by = made(n, a, b);
  for (int i = 0; i < n; i++)
    to[i] = factor(&by) + to[i];
}
struct grid {
  int count;
  double *cells;
};
static struct grid gridOf(double *cells, int count) {
  struct grid made = {count, cells};
  return made;
}
static double *cell(const struct grid *g, int i) { return &g->cells[i]; }
void moved(double *cells, int n) {
  struct grid of = gridOf(cells, n);
  for (int i = 0; i < n; i++)
    *cell(&of, i) = *cell(&of, i) + 1.5;
}
