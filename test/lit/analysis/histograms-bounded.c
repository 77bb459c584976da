// A histogram behind a pointer to an array of unknown size: copies have the elements that the subscript may be, and
// only what changed is added. Copies compute no narrower than the source, without signed overflow.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed -o %t --min-gain=0 -- 2>&1 | FileCheck %s
// RUN: grep -v TEXT: %t/histograms-bounded.c | FileCheck %s --check-prefix=TEXT

void count(short *h, const unsigned char *p, int n) {
  // CHECK: :[[#@LINE+2]]:3: remark: loop stays sequential: {{.*}}'h[p[i]]'
  // CHECK: note: also: 'p[i]' and 'h[p[i]]' may be the same memory [UnknownAlias]
  for (int i = 0; i < n; i++)
    h[p[i]]++;
}

// TEXT: unsigned int (*ks_parts_0_0)[256];
// TEXT: (*ks_own_0_0)[p[i]]++;
// TEXT: if (ks_own[ks_j] != (unsigned int)0) {
// TEXT: short *ks_at = (short *)(h) + ks_j;
static void apart(short *h, const unsigned char *p, int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i', reduction 'h[p[i]]' (+) [Doall]
  for (int i = 0; i < n; i++)
    h[p[i]]++;
}

// TEXT: unsigned long long ks_parts_0_0[
static int wide(const long *terms, int n) {
  int sum = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i', reduction 'sum' (+) [Doall]
  for (int i = 0; i < n; i++)
    sum = (int)(sum + terms[i]);
  return sum;
}

short h[50];
unsigned char p[4000];
long t[4000];
int main(void) {
  for (int i = 0; i < 4000; i++)
    p[i] = i % 50;
  apart(h, p, 4000);
  return h[3] + wide(t, 4000);
}
