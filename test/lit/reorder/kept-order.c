// What stands in the way of a better order, for people.
// RUN: kasuri %s --cores=2 -Rkasuri-missed -- -O2 2>&1 | FileCheck %s
// RUN: kasuri %s --cores=2 -Rkasuri-missed -- -O2 -ffast-math 2>&1 | FileCheck %s --check-prefix=FAST
// RUN: rm -rf %t && kasuri %s --cores=2 --report=%t -- -O2 && FileCheck %s --check-prefix=SARIF --input-file=%t/report.sarif
// SARIF: "ruleId": "KeptOrder"
enum { N = 700 };
double a[N][N], b[N][N], c[N][N];

// FAST: kept-order.c:[[#@LINE+2]]:3: remark: loop nest keeps its order, and another one is estimated {{.*}}x faster on one core: the flags let the compiler change the order of sums itself [KeptOrder]
void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK: kept-order.c:[[#@LINE+3]]:3: remark: loop nest keeps its order, and another one is estimated {{.*}}x faster on one core: the preprocessor acts on its text [KeptOrder]
// CHECK: help: move directives, pragmas and '__COUNTER__' out of the loops
void directive(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
#ifndef SMALL
      for (int k = 0; k < N; k++)
#endif
        c[i][j] -= a[i][k] * b[k][j];
}

// A macro makes the innermost loop together with its statement.
// CHECK: kept-order.c:[[#@LINE+5]]:3: remark: loop nest keeps its order, and another one is estimated {{.*}}x faster on one core: a macro makes a statement of it together with other text [KeptOrder]
// CHECK: help: write the loops and their statements without that macro
// CHECK-NOT: KeptOrder
#define DOT(to, x, y) for (int k = 0; k < N; k++) to += x * y
void statementOfMacro(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      DOT(c[i][j], a[i][k], b[k][j]);
}

// No order of these is better.
void copy(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      static int calls;
      calls++;
      c[i][j] = a[i][j];
    }
}
