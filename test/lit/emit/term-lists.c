// Each part of a loop lists its floating-point terms, with their addresses where they go to many places; the lists are worked
// off in the order of the parts, after so many iterations as fill the caches.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/term-lists.c | FileCheck %s
#include <math.h>
static double x[1000][8], force[1000];

// CHECK: ks_terms ks_lists_0_0[2];
// CHECK: ks_terms ks_list_0_0 = {0};
// CHECK: for (int j = 0; j < 8; j++)
// CHECK: *(double *)ks_terms_add(&ks_list_0_0, sizeof (double)) = sin(x[i][j]);
// CHECK: ks_f->ks_lists_0_0[ks_part] = ks_list_0_0;
// CHECK: const ks_int64 ks_all = ks_trip_0;
// CHECK: ks_run(
// CHECK: for (ks_k = 0; ks_k < 2; ks_k++) { /* in the order of the source */
// CHECK: while ((ks_term = ks_terms_take(&ks_f.ks_lists_0_0[ks_k], &ks_end)) != 0)
// CHECK: s += *ks_term;
double nested(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      s += sin(x[i][j]);
  return s;
}

// CHECK: struct ks_pairs_{{[0-9]+}}_term_0_0 {
// CHECK-NEXT: double *ks_at;
// CHECK-NEXT: double ks_value;
// CHECK-NEXT: unsigned char ks_minus;
// CHECK: ks_term_0_0 = ks_terms_add(&ks_list_0_0, sizeof *ks_term_0_0), ks_term_0_0->ks_at = &(force[i]), ks_term_0_0->ks_minus = 0, ks_term_0_0->ks_value = f;
// CHECK: ks_term_0_0->ks_at = &(force[j]), ks_term_0_0->ks_minus = 1, ks_term_0_0->ks_value = f;
// CHECK: *ks_term->ks_at -= ks_term->ks_value;
// CHECK: *ks_term->ks_at += ks_term->ks_value;
void pairs(int n) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double f = sin(cos(pow(x[i][0] - x[j][0], 1.7)));
      force[i] += f;
      force[j] -= f;
    }
}
