// Integer sums are folded from parts in unsigned arithmetic, floating-point ones term by term in the
// order of the source.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/reductions.c | FileCheck %s
// CHECK: unsigned int ks_parts_0_0[2];
// CHECK: float *ks_terms_0_1;
// CHECK: unsigned int n = 0;
// CHECK: for (i = (int)(ks_f->ks_start_0 + ks_first), ks_k = ks_first; i < ks_end; i++, ks_k++)
// CHECK: ks_f->ks_terms_0_1[ks_k] = (float)i * 0.5f;
// CHECK: ks_f->ks_parts_0_0[ks_part] = n;
// CHECK: ks_f.ks_terms_0_1 = ks_scratch(ks_bytes_of(ks_trip_0, sizeof *ks_f.ks_terms_0_1));
// CHECK: n = (int)((unsigned int)n + ks_f.ks_parts_0_0[ks_k]);
// CHECK: s += ks_f.ks_terms_0_1[ks_k];
int f(void) {
  int n = 0;
  float s = 0;
  for (int i = 0; i < 99; i++) {
    n += i;
    s += (float)i * 0.5f;
  }
  return n + (int)s;
}
