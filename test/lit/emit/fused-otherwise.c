// The compiler's accounts of the source and of the output are compared: where it would fuse other products in a task, the
// loop stays in order, with the line that tells. With the same product fused in both it runs in parallel.
// RUN: kasuri %s -o %t --cores=2 -Rkasuri-missed -Rkasuri --min-gain=0 --no-reorder -- -O3 -mfma -mavx2 2>&1 | FileCheck %s
// RUN: kasuri %s --emit=openmp -o %t --cores=2 -Rkasuri-missed -Rkasuri --min-gain=0 --no-reorder -- -O3 -mfma -mavx2 2>&1 | FileCheck %s
// RUN: kasuri %s -o %t --cores=2 -Rkasuri-missed --min-gain=0 --no-reorder -- -O3 -mfma -mavx2 -ffp-contract=off 2>&1 | FileCheck %s --check-prefix=APART
// RUN: env KASURI_CC=clang-22 kasuri %s -o %t --cores=2 -Rkasuri-missed --min-gain=0 --no-reorder -- -O3 -mfma -mavx2 2>&1 | FileCheck %s --check-prefix=APART
// An output that the compiler does not take tells nothing. So nothing of it stays.
// RUN: printf '#!/bin/sh\nfor word; do grep -qs ks_fram[e] "$word" && exit 1; done\nexec gcc "$@"\n' > %t.cc && chmod +x %t.cc
// RUN: env KASURI_CC=%t.cc kasuri %s -o %t --cores=2 --min-gain=0 --no-reorder -- -O3 -mfma -mavx2 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: kasuri: 0 of {{.*}} 0 layers run in parallel
#include <stdlib.h>

static void blend(double **to, double **from, int n, double mine, double others) {
  // CHECK: fused-otherwise.c:[[#@LINE+2]]:3: remark: loop stays sequential: in a task, the compiler fuses other products with sums than in the source [FusedOtherwise]
  // APART-NOT: FusedOtherwise
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += from[i][k] * from[j][k];
      // CHECK: fused-otherwise.c:[[#@LINE+1]]:1: note: here
      to[i][j] = mine * to[i][j] + others * sum;
    }
}

static double **table(int n) {
  double **rows = malloc(n * sizeof *rows);
  for (int i = 0; i < n; i++) {
    rows[i] = malloc(n * sizeof *rows[i]);
    for (int j = 0; j < n; j++)
      rows[i][j] = (i * 7 + j) % 10 * 0.1;
  }
  return rows;
}

double a[5000], b[5000];

void alike(void) {
  // CHECK: fused-otherwise.c:[[#@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < 5000; i++)
    a[i] = 0.3 * a[i] + b[i];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 400;
  double **to = table(n), **from = table(n);
  blend(to, from, n, 1.2, 1.5);
  if (argc > 2)
    alike();
  return to[n / 2][n / 3] > a[n];
}
