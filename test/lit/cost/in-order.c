// A loop that prints what it computes is worth it if computing takes as long as printing.
// RUN: kasuri %s --cores=2 -Rkasuri -Rkasuri-missed -o %t -- -w 2>&1 | FileCheck %s
#include <math.h>
#include <stdio.h>

double x[100000], y[100000];

// CHECK: in-order.c:[[#@LINE+2]]:3: remark: loop runs in parallel: doall over 'i'; in program order: line [[#@LINE+4]] [Doall]
void long_computation(void) {
  for (int i = 0; i < 100000; i++) {
    double t = sin(x[i]) + exp(y[i]) + pow(x[i], y[i]) + log(x[i]) + tan(x[i]) + atan2(x[i], y[i]);
    printf("%.3f ", t * t);
  }
}

// CHECK: in-order.c:[[#@LINE+2]]:3: remark: loop can run in parallel but is not profitable: of {{.*}} it would spend {{.*}} in program order, from line [[#@LINE+4]] on [NotWorthIt]
void short_one(void) {
  for (int i = 0; i < 100000; i++) {
    double t = fabs(x[i]) * y[i];
    printf("%.3f ", t * t);
  }
}

// CHECK: in-order.c:[[#@LINE+2]]:3: remark: loop stays sequential: 'printf' performs input or output, which must keep its order [InputOutput]
void nothing_else(void) {
  for (int i = 0; i < 100000; i++) {
    double t = x[i] * y[i];
    printf("%.3f ", t * t);
  }
}
