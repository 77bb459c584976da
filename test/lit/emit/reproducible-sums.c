// With --fp=reproducible a floating-point sum has 64 blocks with any number of workers, and one worker runs them in
// order. Nothing else decides whether the layer runs.
// RUN: rm -rf %t && kasuri %s --fp=reproducible --min-gain=0 --cores=3 -Rkasuri -o %t -- 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t/reproducible-sums.c
// RUN: kasuri %s --fp=reproducible --min-gain=0 --cores=3 --dispatch=dynamic --dump=plan --stop-after=plan -- | FileCheck %s --check-prefix=PLAN

double x[100000], weight[64];
int key[100000];

// REMARK: :[[#@LINE+24]]:3: remark: loop runs in parallel: doall over 'i', reduction 's' (+, in blocks) [Doall]
// PLAN: layer sum@
// PLAN: part 0/64
// PLAN-NOT: n0
// PLAN: layer by_key@
// CHECK: double ks_parts_0_0[64];
// CHECK: static const ks_row ks_sum_[[LINE:[0-9]+]]_1_rows[] = {
// CHECK-NEXT: {0, 0, 64, 0, 0, {{.*}} part 1 of 64 */
// CHECK-NEXT: {0, 1, 64, 0, 0, {{.*}} part 2 of 64 */
// CHECK: static const ks_uint16 ks_sum_[[LINE]]_1_first[] = {0, 64};
// CHECK: static const ks_row ks_sum_[[LINE]]_2_rows[] = {
// CHECK-NEXT: {0, {{[0-9]+}}, 64,
// CHECK: static const ks_table ks_sum_[[LINE]]_tables[] = {
// CHECK-NEXT: {1, 64, ks_sum_[[LINE]]_1_first, ks_sum_[[LINE]]_1_rows, 0},
// CHECK-NEXT: {2,
// CHECK: double sum(int n) {
// CHECK-NOT: ks_workers
// CHECK: ks_run(&ks_sum_[[LINE]], &ks_f);
// CHECK: for (ks_k = 0; ks_k < 64; ks_k++)
// CHECK-NEXT: s = (double)((double)s + ks_f.ks_parts_0_0[ks_k]);
// CHECK-NOT: else
// CHECK: return s;
double sum(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// A copy for each block would cost too much: added in the order of the source.
// REMARK: :[[#@LINE+3]]:3: remark: loop runs in parallel: doall over 'i', reduction 'weight[key[i] & 63]' (+) [Doall]
// PLAN: n0 by_key@
void by_key(int n) {
  for (int i = 0; i < n; i++)
    weight[key[i] & 63] += x[i] * x[i];
}

// Integers and extremes do not depend on parts.
// REMARK: :[[#@LINE+4]]:3: remark: loop runs in parallel: doall over 'i', reduction 'most' (max) [Doall]
// CHECK: if (ks_has_others() && ks_workers(&ks_extreme_
double extreme(int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > most)
      most = x[i];
  return most;
}
