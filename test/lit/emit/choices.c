// Parts choose for themselves; then the source's own key is compared for what they have chosen. Where the last of equal
// keys is kept, a part notes whether it has chosen.
// RUN: kasuri %s -Rkasuri -o %t --min-gain=0 --cores=2 -- 2>&1 | FileCheck %s
// RUN: grep -v TEXT: %t/choices.c | FileCheck %s --check-prefix=TEXT
double fabs(double x);
double fmin(double a, double b);
double x[5000];
static int pivot(int n) {
  int at = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i', reduction 'at' (max) [Doall]
  for (int i = 1; i < n; i++)
    if (fabs(x[i]) > fabs(x[at]))
      at = i;
  // TEXT: if (ks_f.ks_parts_0_0[ks_k] != at && (fabs(x[ks_f.ks_parts_0_0[ks_k]])) > (fabs(x[at])))
  // TEXT-NEXT: at = ks_f.ks_parts_0_0[ks_k];
  return at;
}
static int last(int n) {
  int at = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i', reduction 'at' (min) [Doall]
  for (int i = 1; i < n; i++)
    // TEXT: (*(ks_set_r0_0 = 1, &at)) = i;
    if (x[i] <= x[at])
      at = i;
  // TEXT: if (ks_f.ks_sets_0_0[ks_k] && (x[ks_f.ks_parts_0_0[ks_k]]) <= (x[at]))
  return at;
}
static double least(int n) {
  double result = 1e30;
  // CHECK: :[[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i', reduction 'result' (min) [Doall]
  for (int i = 0; i < n; i++)
    result = fmin(x[i], result);
  // TEXT: result = fmin(ks_f.ks_parts_0_0[ks_k], result);
  return result;
}
int main(void) { return pivot(5000) + last(5000) + (int)least(5000); }
