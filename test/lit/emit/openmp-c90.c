// The loops that add up an array's counts declare nothing in their heads where C90 has no such declarations.
// RUN: rm -rf %t && kasuri --emit=openmp %s -o %t --cores=2 --min-gain=0 -- -std=gnu90
// RUN: FileCheck %s < %t/openmp-c90.c
// RUN: gcc -std=gnu90 -Wall -Wextra -Werror -fopenmp -c %t/openmp-c90.c -o %t/a.o
static int in[4096];
static unsigned hist[4][16];
// CHECK: { int k, k2; for (k = 0; k < 4; k++) for (k2 = 0; k2 < 16; k2++) if (unsigned_hist[k][k2] != 0) hist[k][k2] += unsigned_hist[k][k2]; }
static void count(int n) {
  int i;
  for (i = 0; i < n; i++)
    hist[in[i] & 3][in[i] & 15] += in[i];
}
int main(void) {
  count(4096);
  return (int)hist[1][3];
}
