// Parts of a loop call copies of functions that add to numbers of their own. These copies call each other. A static
// variable, an update in a macro, or one in an expression with such a call leaves the loop in order.
// RUN: kasuri %s -o %t --cores=2 --min-gain=0 -Rkasuri-missed -- -O2 2>&1 | FileCheck --check-prefix=MISSED %s
// RUN: FileCheck --input-file=%t/called-sums.c %s
// RUN: kasuri %s -o %t.omp --emit=openmp --min-gain=0 -Rkasuri-missed -- -O2 2>&1 | FileCheck --check-prefix=OPENMP %s
enum { N = 500 };
static int in[N], out[N];
static long steps, skipped;
static unsigned flags = 255;

// CHECK: /* kasuri: 'walk' for the parts of a loop */
// CHECK: static int ks_walk_[[PLACE:[0-9_]+]](ks_part_sum *ks_sums, int x) {
// CHECK-NEXT: (*ks_part_sum_at(ks_sums + 0, &(steps))) += x & 3;
// CHECK-NEXT: if (x < 3)
// CHECK-NEXT: return (*ks_part_sum_at(ks_sums + 1, &(flags))) &= ~4u, x;
// CHECK-NEXT: return ks_walk_[[PLACE]](ks_sums, x / 2) + 1;
// CHECK: static int walk(int x) {
static int walk(int x) {
  steps += x & 3;
  if (x < 3)
    return flags &= ~4u, x;
  return walk(x / 2) + 1;
}

// CHECK: ks_part_sum ks_own_sums_0[] = {{[{][{]0, 0[}], [{]0, ~[(]ks_uint64[)]0[}][}]}};
// CHECK: out[i] = ks_walk_[[PLACE]](ks_own_sums_0, in[i]);
// CHECK: ks_fold_part_sum(&ks_f.ks_sums_0[ks_k][0], 8, KS_SUM);
// CHECK-NEXT: ks_fold_part_sum(&ks_f.ks_sums_0[ks_k][1], 4, KS_SUM_AND);
// OPENMP: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}called functions update 'steps'
void walked(void) {
  for (int i = 0; i < N; i++)
    out[i] = walk(in[i]);
}

static int kept(int x) {
  static int most = 100;
  if (x > most)
    skipped++;
  return x;
}
// MISSED: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}a copy of a function with labels or static variables
void statics(void) {
  for (int i = 0; i < N; i++)
    out[i] = kept(in[i]);
}

#define COUNT(what) (what##ped++)
static int counted(int x) {
  if (x > 5)
    COUNT(skip);
  return x;
}
// MISSED: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}this form of 'skipped'
void macros(void) {
  for (int i = 0; i < N; i++)
    out[i] = counted(in[i]);
}
static int nested(int x) {
  if (x < 9)
    return x;
  steps += nested(x - 3);
  return 1;
}
// MISSED: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}a sum beside a call that adds to it
void unsequenced(void) {
  for (int i = 0; i < N; i++)
    out[i] = nested(in[i]);
}
long seen(void) { return steps + skipped + flags; }
