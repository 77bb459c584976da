// A part's copy of a reduction's variable holds no value that the sequential program would see, so a
// loop that looks at the value of the update keeps its order.
// RUN: rm -rf %t && kasuri %s -o %t --cores=2 --min-gain=0 -Rkasuri-missed -- 2>&1 | FileCheck %s
// RUN: cmp %s %t/value-of-update.c
int a[100], out[100];
// CHECK: value-of-update.c:[[#@LINE+3]]:3: remark: loop stays sequential: 's' carries a value {{.*}} [ScalarCarried]
int sums(void) {
  int s = 0;
  for (int i = 0; i < 100; i++)
    out[i] = s += a[i];
  return s;
}
// CHECK: value-of-update.c:[[#@LINE+3]]:3: remark: loop stays sequential: 'count' carries a value {{.*}} [ScalarCarried]
int compact(void) {
  int count = 0;
  for (int i = 0; i < 100; i++)
    if (a[i] > 3)
      out[i] = count++;
  return count;
}
