// RUN: kasuri %s -o %t.out --cores=4 -Rkasuri -Rkasuri-missed -- 2>&1 | FileCheck %s
static double a[3][100000], b[100000];

// CHECK: inner-pays-more.c:[[#@LINE+3]]:3: remark: loop can run in parallel, but the inner loop on line [[#@LINE+4]] is more profitable [NotWorthIt]
// CHECK: inner-pays-more.c:[[#@LINE+3]]:5: remark: loop runs in parallel: doall over 'i' [Doall]
void scale(void) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 100000; i++)
      a[k][i] = a[k][i] * 0.5 / (b[i] + 2);
}
