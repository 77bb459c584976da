// A variable that only some iterations set: parts note that they did, and the last of these has its value.
// RUN: rm -rf %t && kasuri %s -o %t --min-gain=0 --cores=2 -- && FileCheck %s --input-file=%t/last-writers.c
// RUN: rm -rf %t && kasuri %s -o %t --emit=openmp --min-gain=0 --cores=2 -Rkasuri-missed -- 2>&1 | FileCheck %s --check-prefix=OPENMP
#include <stdio.h>
static int in[1000], out[1000];

// CHECK: int ks_values_0_0[2];
// CHECK-NEXT: unsigned char ks_marks_0_0[2];
// CHECK: static void {{.*}}(void *ks_frame
// CHECK: int last = 0;
// CHECK-NEXT: unsigned char ks_set_0_0 = 0;
// CHECK: int k = 0;
// CHECK-NEXT: unsigned char ks_set_0_1 = 0;
// CHECK: (*(ks_set_0_0 = 1, &last)) = i;
// CHECK-NEXT: (*(ks_set_0_0 = 1, &last)) += in[i];
// CHECK: for ((*(ks_set_0_1 = 1, &k)) = 0; k < 5; k++)
// CHECK: if (ks_set_0_0) {
// CHECK-NEXT: ks_f->ks_values_0_0[ks_part] = last;
// CHECK-NEXT: ks_f->ks_marks_0_0[ks_part] = 1;
// CHECK-NEXT: }
// CHECK: for (ks_k = 0; ks_k < 2; ks_k++)
// CHECK-NEXT: if (ks_f.ks_marks_0_0[ks_k])
// CHECK-NEXT: last = ks_f.ks_values_0_0[ks_k];
int main(void) {
  int last = -1, k = 0;
  // OPENMP: [[#@LINE+1]]:3: remark: {{.*}}the last value of 'last', which not every iteration sets
  for (int i = 0; i < 1000; i++) {
    if (in[i] > 7) {
      last = i;
      last += in[i];
    }
    if (in[i] > 3)
      for (k = 0; k < 5; k++)
        out[i] += k;
  }
  printf("%d %d\n", last, k);
}
