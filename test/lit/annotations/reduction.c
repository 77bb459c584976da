// A floating-point sum whose order is promised not to matter is combined in parts.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT < %t/reduction.c
#include <kasuri/annotations.h>

static double in[1000], total;

static void add(double *to, double term) { *to += term; }

double without(int n) {
  double sum = 0;
  // CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: the floating-point reduction of '*to' depends on its order [FloatReduction]
  // CHECK: help: add the terms in the loop itself instead of in a called function, or allow any order with KASURI_REDUCTION or --fp=fast
  for (int i = 0; i < n; i++) {
    add(&sum, in[i]);
    add(&sum, in[n - i]);
  }
  return sum;
}

double promised(int n) {
  double sum = 0;
  KASURI_REDUCTION(+, sum)
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i', reduction 'sum' (+); relies on 'reduction(+: sum)' at {{.*}}reduction.c:[[#@LINE-1]] [Doall]
  for (int i = 0; i < n; i++) {
    sum += in[i];
    sum += in[n - i];
  }
  return sum;
}

// Also in inner loops, of variables of the file, and by other operations.
double others(int n) {
  double least = 1e9;
  KASURI_REDUCTION(+, total)
  KASURI_REDUCTION(min, least)
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i', reduction {{.*}}; relies on 'reduction(+: total)'{{.*}}, 'reduction(min: least)'
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 10; k++) {
      total += in[i] * k;
      least = in[i + k] <= least ? in[i + k] : least;
    }
  return least;
}

// TEXT: double sum = -0.;
