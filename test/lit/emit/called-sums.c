// Parts of a loop call copies of functions that add to numbers of their own. These copies call each other, and have what
// a macro stands for that names the memory. A static variable, a macro of another form, or an update in an
// expression with such a call leaves the loop in order.
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
// MISSED: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}a copy of a function with static variables or addresses of labels
void statics(void) {
  for (int i = 0; i < N; i++)
    out[i] = kept(in[i]);
}

static const int *shown;
static int table(int x) {
  static const int primes[] = {2, 3, 5};
  if (shown != primes)
    skipped += primes[x % 3];
  return x;
}
// MISSED: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}a copy of a function with static variables or addresses of labels
void tables(void) {
  for (int i = 0; i < N; i++)
    out[i] = table(in[i]);
}

#define COUNT(what) (what##ped++)
#define SIZED(what) (skipped += (long)sizeof(what))
#define ADD skipped +=
// CHECK: static int ks_counted_{{[0-9_]+}}(ks_part_sum *ks_sums, int x) {
// CHECK: {{^ *}}((*ks_part_sum_at(ks_sums + 0, &(skipped)))++);
// CHECK: KS_PART_EXTREME(ks_own_int32, ks_sums + 1, &(most)) = ((x) > KS_PART_EXTREME(ks_own_int32, ks_sums + 1, &((most))) ? (x) : KS_PART_EXTREME(ks_own_int32, ks_sums + 1, &((most))));
static int most;
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int counted(int x) {
  if (x > 5)
    COUNT(skip);
  most = MAX(x, most);
  return x;
}
static int sized(int x) {
  SIZED(x);
  return x;
}
static struct {
  long hits;
} counts;
#define hits counts.hits
static int renamed(int x) {
  hits += x;
  return x;
}
// MISSED: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}this form of 'counts.hits'
void names(void) {
  for (int i = 0; i < N; i++)
    out[i] = renamed(in[i]);
}
static int in_part(int x) {
  ADD x;
  return x;
}
// CHECK: KS_FOLD_EXTREME(ks_own_int32, &ks_f.ks_sums_0[ks_k][1], >);
void macros(void) {
  for (int i = 0; i < N; i++)
    out[i] = counted(in[i]);
}
// MISSED: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}a sum in a macro of this form
void sizes(void) {
  for (int i = 0; i < N; i++)
    out[i] = sized(in[i]);
}
// MISSED: called-sums.c:[[#@LINE+2]]:3: remark: {{.*}}this form of 'skipped'
void parts(void) {
  for (int i = 0; i < N; i++)
    out[i] = in_part(in[i]);
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
long seen(void) { return steps + skipped + flags + most + hits + (shown ? *shown : 0); }
