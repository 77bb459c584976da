// Whole numbers are reduced by clauses; signed sums in unsigned variables, in which no order of the
// terms overflows, but for counts. What depends on the order stays sequential.
// RUN: rm -rf %t && kasuri --emit=openmp %s -o %t --cores=2 --min-gain=0 -Rkasuri-missed -- 2>%t.err
// RUN: grep -v CHECK %t/openmp-reductions.c | FileCheck %s
// RUN: FileCheck --check-prefix=MISSED %s < %t.err
// RUN: gcc -Wall -Wextra -Werror -fopenmp -c %t/openmp-reductions.c -o %t/a.o
// RUN: clang -Wall -Wextra -Werror -fopenmp -c %t/openmp-reductions.c -o %t/b.o
enum { N = 4096 };
struct state {
  long sum;
};
void mark(void);
static int in[N], hist[64];
static unsigned hash[16];
static unsigned char seen[4][8];
static int peaks[8];
static unsigned total;
static float x[N];

// CHECK: unsigned clauses(int n) {
// CHECK: #pragma omp parallel for default(none) shared(n, in) reduction(+ : odd, u) reduction(^ : bits) {{.$}}
// CHECK-NEXT: reduction(max : most) schedule(static)
// CHECK-NEXT: for (int i = 0; i < n; i++) {
// CHECK-NEXT: if (in[i] & 1)
// CHECK-NEXT: odd++;
unsigned clauses(int n) {
  int most = 0, odd = 0;
  unsigned bits = 0, u = 0;
  for (int i = 0; i < n; i++) {
    if (in[i] & 1)
      odd++;
    u += (unsigned)in[i];
    bits ^= (unsigned)in[i];
    if (in[i] > most)
      most = in[i];
  }
  return (unsigned)(most + odd) + bits + u;
}

// CHECK: int signed_sum(int n) {
// CHECK-NEXT: int s = -5;
// CHECK-NEXT: /* no order of the terms overflows in unsigned arithmetic */
// CHECK-NEXT: unsigned int unsigned_s = 0;
// CHECK-NEXT: #pragma omp parallel for default(none) shared(n, in) reduction(+ : unsigned_s) schedule(static)
// CHECK: unsigned_s += in[i];
// CHECK-NEXT: s += unsigned_s;
int signed_sum(int n) {
  int s = -5;
  for (int i = 0; i < n; i++)
    s += in[i];
  return s;
}

// A member may not be there if nothing is added.
// CHECK: void member(struct state *st, int n) {
// CHECK: unsigned long unsigned_sum = 0;
// CHECK: unsigned_sum += in[i];
// CHECK-NEXT: if (unsigned_sum != 0) st->sum += unsigned_sum;
void member(struct state *st, int n) {
  for (int i = 0; i < n; i++)
    st->sum += in[i];
}

// The clause would store to all elements, and undo what others do to those the loop leaves alone.
// CHECK: void counts(int n) {
// CHECK: unsigned int unsigned_hist[64] = {0};
// CHECK: reduction(+ : unsigned_hist) {{.$}}
// CHECK-NEXT: schedule(static)
// CHECK: unsigned_hist[in[i] & 63]++;
// CHECK-NEXT: for (int k = 0; k < 64; k++) if (unsigned_hist[k] != 0) hist[k] += unsigned_hist[k];
// CHECK: unsigned int unsigned_hash[16] = {0};
// CHECK: reduction(+ : unsigned_hash) {{.$}}
// CHECK: reduction(| : unsigned_seen) {{.$}}
// CHECK: unsigned_seen[in[i] & 3][i & 7] |= (unsigned char)in[i];
// CHECK-NEXT: for (int k = 0; k < 4; k++) for (int k2 = 0; k2 < 8; k2++) if (unsigned_seen[k][k2] != 0) seen[k][k2] |= unsigned_seen[k][k2];
void counts(int n) {
  for (int i = 0; i < n; i++)
    hist[in[i] & 63]++;
  for (int i = 0; i < n; i++)
    hash[in[i] & 15] += (unsigned)i;
  for (int i = 0; i < n; i++)
    seen[in[i] & 3][i & 7] |= (unsigned char)in[i];
}
void remaining(int n) {
  // MISSED: [[#@LINE+1]]:3: remark: {{.*}} OpenMP cannot preserve the sequential result here: this reduction of elements of 'peaks[in[i] & 7]'
  for (int i = 0; i < n; i++)
    peaks[in[i] & 7] &= in[i];
}

// So with a variable of the whole program: the loop may have no iterations.
// CHECK: void global(int n) {
// CHECK: unsigned int unsigned_total = 0;
// CHECK: reduction(+ : unsigned_total) {{.$}}
// CHECK: if (unsigned_total != 0) total += unsigned_total;
void global(int n) {
  for (int i = 0; i < n; i++)
    total += (unsigned)in[i];
}

// CHECK: float order(int n) {
// CHECK-NOT: pragma
float order(int n) {
  float s = 0;
  // MISSED: [[#@LINE+1]]:3: remark: loop stays sequential: OpenMP cannot preserve the sequential result here: the reduction of 's' depends on its order [NotInOpenMp]
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
float zeros(int n) {
  float most = 0;
  // MISSED: [[#@LINE+1]]:3: remark: {{.*}} OpenMP cannot preserve the sequential result here: which of several equal values of 'most' comes first
  for (int i = 0; i < n; i++)
    if (x[i] > most)
      most = x[i];
  return most;
}
int where(int n) {
  int best = 0, at = 0;
  // MISSED: [[#@LINE+1]]:3: remark: {{.*}} OpenMP cannot preserve the sequential result here: the position where 'best' was first found
  for (int i = 0; i < n; i++)
    if (in[i] > best) {
      best = in[i];
      at = i;
    }
  return at;
}

// Constant terms more than once in an iteration may be more than there are iterations.
// CHECK: int twice(int n) {
// CHECK: reduction(+ : unsigned_c)
int twice(int n) {
  int c = 0;
  for (int i = 0; i < n; i++) {
    if (in[i] & 1)
      c++;
    if (in[i] & 2)
      c++;
  }
  return c;
}

int main(void) {
  struct state st = {0};
  mark();
  member(&st, N);
  mark();
  counts(N);
  mark();
  remaining(N);
  mark();
  global(N);
  mark();
  int all = (int)clauses(N);
  mark();
  all += signed_sum(N);
  mark();
  all += (int)order(N);
  mark();
  all += (int)zeros(N);
  mark();
  all += where(N);
  mark();
  all += twice(N);
  return all;
}
