// Parts of && and || begin with the value before the loop; those that end with 0 or 1 are combined.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 --
// RUN: grep -v CHECK %t/logical-reductions.c | FileCheck %s
// CHECK: int same = ks_f->same;
// CHECK: ks_f->ks_parts_0_0[ks_part] = same;
// CHECK: ks_is_within(ks_sum(ks_product(ks_trip_0 - 1, 4), 4), 4000)
// CHECK: ks_f.ks_parts_0_0[ks_k] = same;
// CHECK: if ((ks_f.ks_parts_0_0[ks_k] == 0 || ks_f.ks_parts_0_0[ks_k] == 1) && ks_f.ks_parts_0_0[ks_k] != same)
// CHECK-NEXT: same = same && ks_f.ks_parts_0_0[ks_k];

static int a[1000];

int same(int n) {
  int same = 1;
  for (int i = 0; i < n; i++)
    same = same && a[i] == 3;
  return same;
}
