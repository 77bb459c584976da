// Members that are set along with a maximum have variables of each part; the part whose maximum wins sets them. What
// was there before is read only if there is an iteration.
// RUN: kasuri %s -Rkasuri -o %t --min-gain=0 --cores=2 -- 2>&1 | FileCheck %s
// RUN: grep -v TEXT: %t/extremes-with-members.c | FileCheck %s --check-prefix=TEXT
struct best {
  int score, at;
};
int x[5000];
static void find(struct best *b, int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i', reduction 'b->score' (max) [Doall]
  for (int i = 0; i < n; i++)
    // TEXT: if (x[i] > ks_own_0_0) {
    // TEXT-NEXT: ks_own_0_0 = x[i];
    // TEXT-NEXT: ks_with_0_0_0 = i;
    if (x[i] > b->score) {
      b->score = x[i];
      b->at = i;
    }
  // TEXT: .ks_before_0_0 = ks_trip_0 > 0 ? (b->score) : 0
  // TEXT: (b->score) = ks_f.ks_parts_0_0[ks_k];
  // TEXT-NEXT: (b->at) = ks_f.ks_parts_0_0_0[ks_k];
}
int main(void) {
  static struct best b;
  find(&b, 5000);
  return b.at;
}
