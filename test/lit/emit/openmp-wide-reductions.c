// Clang's code for a clause of more than 64 bits calls functions of a library that programs are not
// linked to (libatomic). Such loops stay sequential, so that the output links like the source.
// RUN: rm -rf %t && kasuri --emit=openmp %s -o %t --cores=2 --min-gain=0 --fp=fast -Rkasuri-missed -- 2>%t.err
// RUN: grep -v CHECK %t/openmp-wide-reductions.c | FileCheck %s
// RUN: FileCheck --check-prefix=MISSED %s < %t.err
// RUN: gcc -Wall -Wextra -Werror -fopenmp %t/openmp-wide-reductions.c -o %t/a
// RUN: clang -Wall -Wextra -Werror -fopenmp %t/openmp-wide-reductions.c -o %t/b
// RUN: %t/a && %t/b
enum { N = 4096 };
__extension__ typedef unsigned __int128 wide;
static unsigned long in[N];
static double x[N];

// CHECK-LABEL: {{^}}static unsigned long narrow
// CHECK: reduction(+ : all)
static unsigned long narrow(int n) {
  unsigned long all = 0;
  for (int i = 0; i < n; i++)
    all += in[i] * 3;
  return all;
}

// CHECK-LABEL: {{^}}static wide sum
// CHECK-NOT: #pragma
// CHECK: return all
// MISSED: openmp-wide-reductions.c:[[#@LINE+3]]:{{.*}}the size of 'all'
static wide sum(int n) {
  wide all = 0;
  for (int i = 0; i < n; i++)
    all += in[i] * (wide)in[n - 1 - i];
  return all;
}

// CHECK-LABEL: {{^}}static wide histogram
// CHECK-NOT: #pragma
// CHECK: return counts
// MISSED: openmp-wide-reductions.c:[[#@LINE+3]]:{{.*}}the size of 'counts[in[i] & 7]'
static wide histogram(int n) {
  wide counts[8] = {0};
  for (int i = 0; i < n; i++)
    counts[in[i] & 7] += (wide)in[i];
  return counts[3];
}

// CHECK-LABEL: {{^}}static long double free_sum
// CHECK-NOT: #pragma
// CHECK: return all
// MISSED: openmp-wide-reductions.c:[[#@LINE+3]]:{{.*}}the size of 'all'
static long double free_sum(int n) {
  long double all = 0;
  for (int i = 0; i < n; i++)
    all += x[i] * 2;
  return all;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    in[i] = (unsigned long)i;
    x[i] = i;
  }
  return narrow(N) != 25159680 || sum(N) == 0 || histogram(N) == 0 || free_sum(N) != 16773120;
}
