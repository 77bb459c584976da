// A short loop that updates an array of the iteration's own inside another loop is unrolled, in the
// task and where the layer does not run; not where that could change digits.
// RUN: rm -rf %t && kasuri %s -o %t/on --cores=2 --min-gain=0 -- -O2
// RUN: grep -v CHECK %t/on/short-loops.c | FileCheck %s
// RUN: kasuri %s -o %t/off --cores=2 --min-gain=0 -- -O2 -march=haswell -ffp-contract=off
// RUN: grep -v CHECK %t/off/short-loops.c | FileCheck %s
// RUN: kasuri %s -o %t/fused --cores=2 --min-gain=0 -- -O2 -march=haswell
// RUN: grep -v CHECK %t/fused/short-loops.c | FileCheck --check-prefix=NONE %s
// RUN: kasuri %s -o %t/fast --cores=2 --min-gain=0 -- -O2 -ffast-math
// RUN: grep -v CHECK %t/fast/short-loops.c | FileCheck --check-prefix=NONE %s
// NONE-NOT: {{^ .*}}KS_UNROLL(
// NONE: ks_workers(&ks_
// NONE-NOT: {{^ .*}}KS_UNROLL(
double rows[9][1000], out[1000];
int at[1000];
void three(int n) {
  for (int k = 0; k < 1000; k++) {
    double sums[3] = {0};
    for (int j = 0; j < n; j++)
      for (int i = 0; i < 3; i++)
        sums[i] += rows[i][at[j] + k];
    out[k] = sums[0] + sums[1] * sums[2];
  }
}
// CHECK: /* three@{{.*}}, a part of its iterations */
// CHECK: for (int j = 0; j < n; j++)
// CHECK-NEXT: KS_UNROLL(3) for (int i = 0; i < 3; i++)
// CHECK: } else {
// CHECK: for (int j = 0; j < n; j++)
// CHECK-NEXT: KS_UNROLL(3) for (int i = 0; i < 3; i++)
// CHECK-NOT: {{^ .*}}KS_UNROLL(
void nine(int n) {
  for (int k = 0; k < 1000; k++) {
    double sums[9] = {0};
    for (int j = 0; j < n; j++)
      for (int i = 0; i < 9; i++)
        sums[i] += rows[i][j + k];
    out[k] = sums[0] + sums[8];
  }
}
void alsoIndexed(int n) {
  for (int k = 0; k < 1000; k++) {
    double sums[3] = {0};
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < 3; i++)
        sums[i] += rows[i][j + k];
      sums[at[j] & 1] += 1;
    }
    out[k] = sums[0] + sums[2];
  }
}
void inNoLoop(void) {
  for (int k = 0; k < 1000; k++) {
    double sums[3] = {0};
    for (int i = 0; i < 3; i++)
      sums[i] += rows[i][k];
    out[k] = sums[0] + sums[2];
  }
}
void withPragma(int n) {
  for (int k = 0; k < 1000; k++) {
    double sums[3] = {0};
    for (int j = 0; j < n; j++) {
#pragma GCC ivdep
      for (int i = 0; i < 3; i++)
        sums[i] += rows[i][j + k];
    }
    out[k] = sums[0] + sums[2];
  }
}
