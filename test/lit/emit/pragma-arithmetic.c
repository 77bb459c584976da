// A pragma in a block says how floating point is computed there; one at file scope holds for tasks, too.
// RUN: kasuri %s -o %t --cores=4 --min-gain=0 -Rkasuri -Rkasuri-missed -- -w 2>&1 | FileCheck %s

double a[1000], b[1000];

void inside(void) {
#pragma STDC FP_CONTRACT OFF
  // CHECK: :[[@LINE+1]]:3: remark: loop stays sequential: code after a floating-point pragma cannot be moved
  for (int i = 0; i < 1000; i++)
    a[i] = b[i] * b[i] + a[i];
}

void operator(void) {
  _Pragma("STDC FP_CONTRACT OFF")
  b[0] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop stays sequential: code after a floating-point pragma cannot be moved
  for (int i = 0; i < 1000; i++)
    a[i] = b[i] * b[i] + a[i];
}

#pragma STDC FP_CONTRACT OFF

void behind(void) {
  // CHECK: :[[@LINE+1]]:3: remark: loop runs in parallel
  for (int i = 0; i < 1000; i++)
    a[i] = b[i] * b[i] + a[i];
}
